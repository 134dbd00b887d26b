/** The interface of external tools for runs. */
import type { AstNode } from '../../language/generated/tree.js';

type Scalar = number | boolean | string;

/** A value of a tool's input or output: a scalar, or the list of several. */
export interface ToolValue {
    readonly value: Scalar | readonly Scalar[];
    readonly unit?: string;
}

export interface ScalarToolValue extends ToolValue {
    readonly value: Scalar;
}

/** A call of a tool for a performance. */
export interface ToolCall {
    readonly toolName: string;
    readonly uri: string;
    /** name of the document of the performed action */
    readonly document?: string;
    /** inputs by tool variable */
    readonly inputs: ReadonlyMap<string, ToolValue>;
    readonly outputs: readonly string[];
    /** qualified name of the performed action, and the parameter of each variable, for previews */
    readonly action?: string;
    readonly parameters?: ReadonlyMap<string, string>;
}

/** Runs tools. */
export interface Toolbox {
    /**
     * @returns a value for each output
     * @throws EvaluationError when the tool fails
     */
    perform(call: ToolCall): ReadonlyMap<string, ToolValue>;
}

/** A tool that returned different outputs for equal inputs in one run (contract: verification-and-engines 12.2). */
export interface ToolDivergence {
    readonly toolName: string;
    /** the performed element, and the outputs that differ */
    readonly node: AstNode;
    readonly outputs: readonly string[];
}
