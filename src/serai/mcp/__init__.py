"""A text seat for language models and agents: `serai mcp` speaks the Model Context Protocol."""
