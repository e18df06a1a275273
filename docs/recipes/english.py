from pyarrow import dataset
from pyarrow.dataset import field


def of(name):
    return field("metadata", name)


if __name__ == "__main__":
    chosen = (
        (of("language") == "en")
        & (of("language_score") >= 0.65)
        & (of("words") >= 50)
        & (of("words") <= 100_000)
        & (of("word_length") >= 3)
        & (of("word_length") <= 10)
        & (of("symbol_ratio") <= 0.1)
        & (of("bullet_lines") <= 0.9)
        & (of("ellipsis_lines") <= 0.3)
        & (of("alpha_ratio") >= 0.8)
        & (of("stop_words") >= 2)
        & (of("repeated_lines") <= 0.3)
    )
    texts = dataset.dataset("corpus/", format="parquet")
    dataset.write_dataset(texts.scanner(filter=chosen), "english/", format="parquet")
