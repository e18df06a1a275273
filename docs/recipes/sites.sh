content-extract sites warc.paths.gz --prefix https://data.commoncrawl.org/ --shard 1/2 -o sites-1.jsonl.gz
content-extract sites warc.paths.gz --prefix https://data.commoncrawl.org/ --shard 2/2 -o sites-2.jsonl.gz
content-extract sites sites-1.jsonl.gz sites-2.jsonl.gz -o sites.jsonl
content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ --sites sites.jsonl -o judged/
