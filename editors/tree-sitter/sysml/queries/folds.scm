[(declaration) (import) (alias) (regular_comment)] @fold
