/** What runs tools outside the model, as a run knows it. */
import type { AstNode } from '../../language/generated/tree.js';

/** A value as tools read and write it. */
export interface ToolValue {
    readonly value: number | boolean | string | readonly (number | boolean | string)[];
    readonly unit?: string;
}

/** A performance as a tool sees it. */
export interface ToolCall {
    readonly toolName: string;
    readonly uri: string;
    /** name of the document of what is performed */
    readonly document?: string;
    /** by tool variable */
    readonly inputs: ReadonlyMap<string, ToolValue>;
    readonly outputs: readonly string[];
    /** qualified name of what is performed, and of which parameter each variable is, for previews */
    readonly action?: string;
    readonly parameters?: ReadonlyMap<string, string>;
}

/** Runs tools. */
export interface Toolbox {
    /**
     * @returns a value for each output
     * @throws EvaluationError with what the tool did not do
     */
    perform(call: ToolCall): ReadonlyMap<string, ToolValue>;
}

/** A tool that has answered otherwise to equal inputs before, in one run (contract: verification-and-engines 12.2). */
export interface ToolDivergence {
    readonly toolName: string;
    /** what was performed, and the outputs that differ */
    readonly node: AstNode;
    readonly outputs: readonly string[];
}
