// Types of generate.mjs, for the build and the tests.

/** Writes the complete standard model library; see generate.mjs. */
export function generateLibrary(options?: { source?: string; target?: string }): Promise<{ target: string; files: string[] }>;
