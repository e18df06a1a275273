# cc_job.py: spark-submit cc_job.py warc.paths.gz texts --input_base_url https://data.commoncrawl.org/
from cc_pyspark.sparkcc import CCSparkJob

from scrapy_content_extract.engines import Rows
from scrapy_content_extract.engines.spark import extract_archives


class Texts(CCSparkJob):
    """Write the texts and metadata of pages, and a row for each archive that cannot be read, to a table."""

    name = "Texts"

    def run_job(self, session):
        paths = session.sparkContext.textFile(self.args.input).filter(bool).collect()
        archives = [self.resolve_split_uri(path, self.args.input_base_url)[0] for path in paths]
        texts = extract_archives(session, archives, Rows(language=True))
        table = texts.write.format(self.args.output_format).options(**self.get_output_options())
        table.option("compression", self.args.output_compression).saveAsTable(self.args.output)


if __name__ == "__main__":
    Texts().run()
