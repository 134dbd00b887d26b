(declaration "{") @indent
"}" @outdent
