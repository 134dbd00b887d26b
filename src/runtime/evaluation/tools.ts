/**
 * Calls external tools: inputs from a performance, outputs to it (contract: verification-and-engines 12). Does not depend on processes: the
 * run gets a toolbox.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { documentOf } from '../../language/semantics/text.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { evaluateConstant } from './expressions/code.js';
import type { Frame } from './expressions/frame.js';
import type { ScalarToolValue, ToolValue } from './toolbox.js';
import { conform } from './instances/conform.js';
import { declaredTypesOf, isInput, isOutput } from './model/kinds.js';
import { type ToolExecution, variableOf } from './model/tool-annotations.js';
import type { Slot } from './model/layout.js';
import type { RunModel } from './run.js';
import { boundsOf, isManyValued } from './model/slot-bounds.js';
import { unitNamed, unitText } from './quantities/readable.js';
import {
    EMPTY_SEQUENCE,
    EvaluationError,
    Quantity,
    type Real,
    Sequence,
    Unset,
    type Value,
    convertQuantity,
    describe,
    isRealNumber,
    real,
    toDouble
} from '../values/index.js';

/**
 * Performs an action or calculation by a tool: reads the inputs from its frame and writes the outputs to it.
 * @param result the result of a calculation, which is an output without a variable
 * @throws EvaluationError, also where no tool of that name is registered
 */
export function performByTool(execution: ToolExecution, frame: Frame, result?: Slot): void {
    const { tools, model } = frame.run;
    const toolName = textOf(execution.toolName, model);
    if (tools === undefined) {
        throw new EvaluationError(`tool '${toolName}' is not registered; set SERVICE_TOOLS`);
    }
    const inputs = new Map<string, ToolValue>();
    const outputs = new Map<string, Slot>();
    const parameters = new Map<string, string>();
    for (const slot of frame.layout.slots) {
        const variable = textOf(variableOf(slot), model) || (slot === result ? (slot.names[0] ?? 'result') : '');
        if (variable === '') {
            continue;
        }
        parameters.set(variable, slot.names[0] ?? variable);
        if (isInput(slot.feature)) {
            inputs.set(variable, carried(frame.read(slot.index), variable, slot, toolName));
        }
        if (isOutput(slot.feature) || slot === result) {
            outputs.set(variable, slot);
        }
    }
    const answers = tools.perform({
        toolName,
        uri: textOf(execution.uri, model),
        document: documentOf(execution.uri ?? frame.layout.type).name,
        inputs,
        outputs: [...outputs.keys()],
        action: qualifiedNameOf(frame.layout.type) ?? '',
        parameters
    });
    noteDivergence(frame, toolName, inputs, answers);
    for (const [variable, slot] of outputs) {
        const answer = answers.get(variable)!;
        try {
            frame.write(slot.index, conform(received(answer, slot, frame), slot, frame));
        } catch (error) {
            if (error instanceof EvaluationError) {
                throw new EvaluationError(`tool '${toolName}': malformed output: ${variable}: ${error.message}`);
            }
            throw error;
        }
    }
}

/** Compares a tool's outputs with its earlier outputs for equal inputs in the run. */
function noteDivergence(
    { run, layout }: Frame,
    toolName: string,
    inputs: ReadonlyMap<string, ToolValue>,
    answers: ReadonlyMap<string, ToolValue>
): void {
    const given = JSON.stringify([toolName, qualifiedNameOf(layout.type), ...inputs]);
    const outputs: string[] = [];
    for (const [variable, answer] of answers) {
        const [key, text] = [`${given} ${variable}`, JSON.stringify(answer)];
        const before = run.toolAnswers.get(key);
        if (before === undefined) {
            run.toolAnswers.set(key, text);
        } else if (before !== text) {
            outputs.push(variable);
        }
    }
    if (outputs.length > 0) {
        run.toolDivergences.push({ toolName, node: layout.type, outputs });
    }
}

/** The text of an annotation; may be empty. @throws EvaluationError if it is not a constant of the model */
function textOf(expression: AstNode | undefined, model: RunModel): string {
    const value = expression === undefined ? '' : evaluateConstant(model, expression);
    return typeof value === 'string' ? value : '';
}

/** The value of an input: a scalar, or a list for several values of one kind in one unit. @throws EvaluationError for another value */
function carried(value: Value, variable: string, slot: Slot, toolName: string): ToolValue {
    const refused = (what: string): EvaluationError =>
        new EvaluationError(`tool '${toolName}': input not carried: ${variable} (${slot.names[0] ?? ''}): ${what}`);
    const scalar = (element: Value): ScalarToolValue => {
        const made = scalarOf(element);
        if (made === undefined) {
            throw refused(element instanceof Unset ? 'it has no value' : `${describe(element)} is no number, text or quantity`);
        }
        return made;
    };
    if (!(value instanceof Sequence) || value.elements.length < 2) {
        return scalar(value instanceof Sequence && value.elements.length === 1 ? value.elements[0] : value);
    }
    const elements = value.elements.map(scalar);
    const [first] = elements;
    if (elements.some(e => typeof e.value !== typeof first.value || e.unit !== first.unit)) {
        throw refused('its values are not of one kind and in one unit');
    }
    return { value: elements.map(e => e.value), ...(first.unit !== undefined && { unit: first.unit }) };
}

/** A value that a tool takes without conversion; undefined for any other. A quantity keeps its unit. */
function scalarOf(value: Value): ScalarToolValue | undefined {
    if (typeof value === 'boolean' || typeof value === 'string') {
        return { value };
    }
    if (isRealNumber(value)) {
        return { value: toDouble(value) };
    }
    return value instanceof Quantity && isRealNumber(value.magnitude)
        ? { value: toDouble(value.magnitude), unit: unitText(value.unit) }
        : undefined;
}

/** The value of an output, converted for its feature. @throws EvaluationError */
function received({ value, unit }: ToolValue, slot: Slot, frame: Frame, isElement = false): Value {
    if (typeof value === 'object') {
        if (!isManyValued(slot) && !boundsOf(slot).isAnyNumber) {
            throw new EvaluationError('a list for a feature of one value');
        }
        const elements = value.map(element => received({ value: element, ...(unit !== undefined && { unit }) }, slot, frame, true));
        return elements.length === 0 ? EMPTY_SEQUENCE : new Sequence(elements);
    }
    if (isManyValued(slot) && !boundsOf(slot).isAnyNumber && !isElement) {
        throw new EvaluationError('one value for a feature of several, which takes a list');
    }
    const quantityUnit = declaredTypesOf(slot.feature)
        .map(type => frame.run.unitOfQuantityType(type))
        .find(u => u !== undefined);
    if (unit === undefined || unit === '') {
        return typeof value === 'number' ? numberOf(value) : value;
    }
    if (typeof value !== 'number' || quantityUnit === undefined) {
        throw new EvaluationError(`the unit ${unit} of what is no quantity`);
    }
    return convertQuantity(new Quantity(numberOf(value), unitNamed(unit, frame.run.units)), frame.run.units.coherent(quantityUnit));
}

const numberOf = (value: number): number | Real => (Number.isSafeInteger(value) ? value : real(value));
