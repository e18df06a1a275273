"""HTML as tables: the meanings of its elements, roles, names and references."""
