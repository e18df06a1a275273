from .pairing_py import number_pairs as number_pairs
