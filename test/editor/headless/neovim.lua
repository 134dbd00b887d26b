-- What Neovim shows of a model with the configuration of editors/neovim, as one line of JSON.
local model = vim.env.SYSML_MODEL
vim.g.sysml_command = vim.json.decode(vim.env.SYSML_COMMAND)
vim.g.sysml_tree_sitter = vim.env.SYSML_PARSERS
dofile(vim.env.SYSML_EDITORS .. '/neovim/sysml.lua')
vim.cmd('edit ' .. model)
local buffer = vim.api.nvim_get_current_buf()
vim.wait(60000, function()
    return #vim.diagnostic.get(buffer) > 0
end, 50)
local _, client = next(vim.lsp.buf_get_clients(buffer))
local function ask(method, line, character)
    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = character } }
    local answer = client.request_sync(method, params, 30000, buffer)
    return answer and answer.result
end
local shown = {
    filetype = vim.bo[buffer].filetype,
    findings = vim.tbl_map(function(finding)
        return finding.message
    end, vim.diagnostic.get(buffer)),
    hover = ask('textDocument/hover', 2, 34).contents.value,
    definition = ask('textDocument/definition', 2, 34)[1].range.start.line,
    completion = vim.tbl_map(function(item)
        return item.label
    end, ask('textDocument/completion', 3, 16).items),
    coloured = vim.treesitter.highlighter.active[buffer] ~= nil,
}
io.stdout:write(vim.json.encode(shown) .. '\n')
vim.cmd('qa!')
