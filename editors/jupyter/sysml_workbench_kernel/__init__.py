"""Starts the Jupyter kernel of sysml-workbench."""
