# posts.py: content-extract http://127.0.0.1:8000/en/forum.html --format jsonl --fields url,blocks -o threads.jsonl
import json
from itertools import groupby


def group_of(block):
    return id(block) if block["parent"] is None else block["parent"]


def posts(blocks):
    for _, group in groupby(blocks, key=group_of):
        together = list(group)
        if text := "\n".join(block["text"] for block in together if block["main"]):
            yield {"text": text, "chars": sum(block["chars"] for block in together)}


for line in open("threads.jsonl", encoding="utf-8"):
    for post in posts(json.loads(line)["blocks"]):
        print(post["text"].split("\n")[0])
