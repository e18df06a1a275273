from datasets import Dataset, Features, Value

from scrapy_content_extract.engines import COLUMNS, Rows

names = {str: "string", float: "float64", int: "int64", bool: "bool"}
features = {name: Value(names[column.type]) for name, column in COLUMNS.items()}

if __name__ == "__main__":
    pages = Dataset.from_parquet("pages/*.parquet")
    texts = pages.map(
        Rows().of_page,
        input_columns=["body", "url", "content_type"],
        remove_columns=["body", "content_type"],
        features=Features(features),
        num_proc=2,
    )
    texts.to_json("datasets.jsonl", force_ascii=False)
