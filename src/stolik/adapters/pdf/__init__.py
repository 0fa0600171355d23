"""Papers drawn by typst: the templates are ours, the content is data."""
