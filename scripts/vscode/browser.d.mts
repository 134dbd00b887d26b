import type { BuildOptions } from 'esbuild';

/** The language server for a web worker. */
export function browserServer(outfile: string): BuildOptions;

/** The extension for the editor's own worker. */
export function browserExtension(outfile: string): BuildOptions;
