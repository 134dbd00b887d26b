import type { BuildOptions } from 'esbuild';

/** How the program is bundled into a folder. */
export function bundleOptions(outdir: string): BuildOptions;

/** Folder of the project. */
export const root: string;
