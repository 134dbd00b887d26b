// Puts a script to the packaged solver. The package's own `eval_smtlib2_string` passes the text to the solver's thread from a stack frame
// that it leaves immediately, so the thread may read other bytes (seen in 1 of 400 scripts). Here the text stays allocated until the answer
// arrives.

/** The solver's exit status when it has no memory left. */
const NO_MEMORY = '101';

/**
 * Settings for the package's `init` that detect that the solver ends during a script, and keep standard error free of its message. The
 * message is the only sign, because the package's runtime continues.
 * @param over receives the reason
 */
export const reportingEnd = over => ({
    printErr(text) {
        const status = /^program exited \(with status: (\d+)\)/.exec(text)?.[1];
        if (status !== undefined) over(new Error(status === NO_MEMORY ? 'out of memory' : `exit status ${status}`));
    },
    onAbort: what => over(new Error(`aborted: ${what}`))
});

/** Returns the solver's output for an SMT-LIB 2 script, in a new context. @param loaded the result of the package's `init` */
export async function scriptAnswer({ em, Z3 }, script) {
    const bytes = new TextEncoder().encode(`${script}\0`);
    const place = em._malloc(bytes.length);
    const config = Z3.mk_config();
    const context = Z3.mk_context(config);
    try {
        em.HEAPU8.set(bytes, place);
        return await em.async_call(em._async_Z3_eval_smtlib2_string, context, place);
    } finally {
        Z3.del_context(context);
        Z3.del_config(config);
        em._free(place);
    }
}
