// A script put to the packaged solver. The package's own `eval_smtlib2_string` lends the text to the solver's thread from a stack that it
// leaves at once: the thread then may read other bytes (seen in 1 of 400 scripts). Here the text stays until the answer is there.

/** What the solver writes about a script of SMT-LIB 2, in a context of its own. @param loaded what the package's `init` returns */
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
