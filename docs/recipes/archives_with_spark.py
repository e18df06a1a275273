import gzip

from pyspark.sql import SparkSession

from scrapy_content_extract.engines import Rows
from scrapy_content_extract.engines.spark import extract_archives

if __name__ == "__main__":
    spark = SparkSession.builder.getOrCreate()
    with gzip.open("warc.paths.gz", "rt") as lines:
        archives = ["https://data.commoncrawl.org/" + line.strip() for line in lines]
    extract_archives(spark, archives[:100], Rows(language=True)).write.parquet("texts/")
