//! Tells Zed how the language server of sysml-workbench is started.
use zed_extension_api::{self as zed, LanguageServerId, Result, Worktree};

struct SysmlExtension;

impl zed::Extension for SysmlExtension {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _id: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let command = worktree
            .which("sysml-workbench")
            .ok_or("sysml-workbench is not on the search path: install it with `npm install -g sysml-workbench`")?;
        Ok(zed::Command { command, args: vec!["lsp".into(), "--stdio".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(SysmlExtension);
