/**
 * The model-level evaluable functions of the standard (KerML 8.2.5.8.1, Table 5, and 8.2.5.8.2, Table 7), by package. Evaluates nothing.
 */
const EVALUABLE_FUNCTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
    BaseFunctions: new Set(['istype', 'hastype', '@', '@@', 'as', 'meta', '==', '!=', '===', '!==', '#', ',']),
    // the row of '^' is that of '**'
    DataFunctions: new Set(['xor', 'not', '|', '&', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', '^', '**', '..']),
    ControlFunctions: new Set(['??', 'if', 'or', 'and', 'implies', '.', 'collect', 'select'])
};

/** Whether a function is model-level evaluable, by its qualified name (KerML `Function::isModelLevelEvaluable`). */
export function isEvaluableFunction(qualifiedName: string | undefined): boolean {
    const [packageName = '', name = '', ...deeper] = qualifiedName?.split('::') ?? [];
    return deeper.length === 0 && Object.hasOwn(EVALUABLE_FUNCTIONS, packageName) && EVALUABLE_FUNCTIONS[packageName].has(name);
}
