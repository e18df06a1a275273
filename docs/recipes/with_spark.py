from glob import glob

from pyspark.sql import SparkSession

from scrapy_content_extract.engines import Rows
from scrapy_content_extract.engines.spark import extract_archives, extract_pages

spark = SparkSession.builder.getOrCreate()
texts = extract_archives(spark, glob("crawl/*.warc.gz"), Rows(language=True))
texts.write.parquet("texts/")

pages = spark.read.parquet("pages/")  # body, url, content_type, and any other columns
extract_pages(pages).write.parquet("more-texts/")
