-- SysML v2 and KerML in Neovim (0.7 and later): file types, and the language server of sysml-workbench.
-- Put this file into ~/.config/nvim/plugin/. vim.g.sysml_command is the command, by default { 'sysml-workbench' } on the search path.

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

vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'sysml', 'kerml' },
    callback = function(event)
        vim.bo[event.buf].commentstring = '// %s'
        vim.bo[event.buf].shiftwidth = 4
        vim.bo[event.buf].expandtab = true
        vim.bo[event.buf].omnifunc = 'v:lua.vim.lsp.omnifunc'
        attach(event.buf)
    end,
})
