/** The message and the code of a thrown value, which may be of any type. */

export function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

/** The code of a failure of the system or of Node (`ENOENT`, `ERR_BUFFER_TOO_LARGE` …); undefined for other failures. */
export function codeOfFailure(error: unknown): string | undefined {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
