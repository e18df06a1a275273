content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ --shard 1/1000 -j 2 \
    -o parts/ --language --skip links,noindex,truncated --format jsonl.zst
mkdir -p corpus
content-extract dedup parts/*.jsonl.zst -o corpus/all.jsonl.gz --database texts.sqlite \
    --shard-bytes 200_000_000 --card card.md
