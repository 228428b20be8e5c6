"""Tools of the project: benchmark, golden files, generated pages, checks."""
