content-extract sites warc.paths.gz --prefix https://data.commoncrawl.org/ --shard 1/2 -o sites-1.db
content-extract sites warc.paths.gz --prefix https://data.commoncrawl.org/ --shard 2/2 -o sites-2.db
content-extract sites sites-1.db sites-2.db -o sites.db
content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ --sites sites.db -o judged/
