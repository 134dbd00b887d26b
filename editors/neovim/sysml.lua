-- SysML v2 and KerML in Neovim (0.7 and later): file types, and the language server of sysml-workbench.
-- Put this file into ~/.config/nvim/plugin/. vim.g.sysml_command is the command, by default { 'sysml-workbench' } on the search path.
-- vim.g.sysml_tree_sitter is the folder editors/tree-sitter with the parsers (`npm run tree-sitter -- --parsers`), for colours and folds.

for _, language in ipairs({ 'sysml', 'kerml' }) do
    vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
        pattern = '*.' .. language,
        callback = function(event)
            vim.bo[event.buf].filetype = language
        end,
    })
end

-- nvim-dap, where it is there: debugs an action or a state machine by its qualified name.
local has_dap, dap = pcall(require, 'dap')
if has_dap then
    local words = vim.deepcopy(vim.g.sysml_command or { 'sysml-workbench' })
    local command = table.remove(words, 1)
    dap.adapters.sysml = { type = 'executable', command = command, args = vim.list_extend(words, { 'dap' }) }
    dap.configurations.sysml = {
        {
            type = 'sysml',
            request = 'launch',
            name = 'Debug behavior',
            program = '${file}',
            element = function()
                return vim.fn.input('Qualified name: ')
            end,
        },
    }
end

-- The folder of the project or repository around a file, else its own folder.
local function root_of(path)
    local folder = vim.fn.fnamemodify(path, ':p:h')
    local at = folder
    while true do
        for _, name in ipairs({ '.project.json', '.git' }) do
            if vim.fn.filereadable(at .. '/' .. name) == 1 or vim.fn.isdirectory(at .. '/' .. name) == 1 then
                return at
            end
        end
        local above = vim.fn.fnamemodify(at, ':h')
        if above == at then
            return folder
        end
        at = above
    end
end

local clients = {}

local function attach(buffer)
    local root = root_of(vim.api.nvim_buf_get_name(buffer))
    local id = clients[root]
    if id == nil or vim.lsp.get_client_by_id(id) == nil then
        local command = vim.deepcopy(vim.g.sysml_command or { 'sysml-workbench' })
        vim.list_extend(command, { 'lsp', '--stdio' })
        id = vim.lsp.start_client({
            name = 'sysml-workbench',
            cmd = command,
            root_dir = root,
            workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
            init_options = vim.g.sysml_settings or vim.empty_dict(),
        })
        clients[root] = id
    end
    if id ~= nil then
        vim.lsp.buf_attach_client(buffer, id)
    end
end

-- Colours and folds by tree-sitter, where its parser is there.
local function highlight(buffer, language)
    local folder = vim.g.sysml_tree_sitter
    local parser = folder and (folder .. '/' .. language .. '.so')
    if not parser or vim.fn.filereadable(parser) == 0 then
        return
    end
    local add = vim.treesitter.language and vim.treesitter.language.add
    if add then
        add(language, { path = parser })
    else
        vim.treesitter.require_language(language, parser)
    end
    local set = vim.treesitter.query.set or vim.treesitter.query.set_query
    for _, query in ipairs({ 'highlights', 'folds' }) do
        local path = table.concat({ folder, language, 'queries', query .. '.scm' }, '/')
        set(language, query, table.concat(vim.fn.readfile(path), '\n'))
    end
    if vim.treesitter.start then
        vim.treesitter.start(buffer, language)
        vim.wo.foldexpr = 'v:lua.vim.treesitter.foldexpr()'
    else
        vim.treesitter.highlighter.new(vim.treesitter.get_parser(buffer, language))
    end
end

vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'sysml', 'kerml' },
    callback = function(event)
        vim.bo[event.buf].commentstring = '// %s'
        vim.bo[event.buf].shiftwidth = 4
        vim.bo[event.buf].expandtab = true
        vim.bo[event.buf].omnifunc = 'v:lua.vim.lsp.omnifunc'
        attach(event.buf)
        highlight(event.buf, event.match)
    end,
})
