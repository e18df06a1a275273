# index.py: content-extract pages/ --format jsonl --fields url,chunks -o chunks.jsonl
import json
import sqlite3

db = sqlite3.connect(":memory:")
db.execute("CREATE VIRTUAL TABLE chunks USING fts5(text, headings, url UNINDEXED)")
for line in open("chunks.jsonl", encoding="utf-8"):
    page = json.loads(line)
    rows = [(chunk["text"], " > ".join(chunk["headings"]), page["url"]) for chunk in page["chunks"]]
    db.executemany("INSERT INTO chunks VALUES (?, ?, ?)", rows)
found = (
    "SELECT url, headings, snippet(chunks, 0, '', '', '…', 9) FROM chunks WHERE chunks MATCH ? ORDER BY rank"
)
for row in db.execute(found, ("lighthouse",)):
    print(*row, sep="\n")
