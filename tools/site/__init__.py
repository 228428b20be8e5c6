"""The documentation site: `make site` builds it from docs/ with Sphinx, and checks what was built."""
