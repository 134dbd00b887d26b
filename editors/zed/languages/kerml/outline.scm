(declaration name: (name) @name) @item
