"""What HTML has, as tables: what its elements, roles, names and references mean."""
