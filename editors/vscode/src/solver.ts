/** Questions to a solver, from code lenses: what it answers is shown as a message; values found can be taken into the model. */
import * as vscode from 'vscode';
import { applyOperations } from './preview/edits.js';
import type { SolverAnswers } from './protocol.js';
import { askModelOf } from './questions.js';
import type { Server } from './session.js';

type Answer = SolverAnswers['answers'][number];

const TAKE = 'Take the Values into the Model';

/** Whether a constraint or requirement can hold; with which values, or why not. */
export async function canHold(server: Server, uri: vscode.Uri, id: string): Promise<void> {
    for (const answer of await answersOf(server, uri, id, 'satisfiable')) {
        const { status, reason, operations } = answer;
        const head = { satisfiable: 'can hold', unsatisfiable: 'cannot hold', undecided: 'is undecided' }[status];
        const message = `${answer.element} ${head}${reason === '' ? '' : `: ${reason}`}`;
        const detail = [
            ...answer.values.map(v => valueLine(answer.element, v)),
            ...answer.fixed.map(v => `${valueLine(answer.element, v)} (stated)`),
            ...answer.conflict.map(conflictLine)
        ];
        const offered = operations.length === 0 ? [] : [TAKE];
        const choice = await vscode.window.showInformationMessage(message, { modal: true, detail: detail.join('\n') }, ...offered);
        if (choice === TAKE) {
            await applyOperations(server, uri, operations);
        }
    }
}

/** The selections of variants that the conditions of an element permit. */
export async function whichVariants(server: Server, uri: vscode.Uri, id: string): Promise<void> {
    for (const { element, status, reason, selections, isComplete } of await answersOf(server, uri, id, 'configurations')) {
        const count = `${selections.length} ${selections.length === 1 ? 'selection' : 'selections'} of variants`;
        const summary = status === 'undecided' ? reason : `${count}${isComplete === true ? ', which are all' : ', perhaps more'}`;
        const detail = selections.map((selection, i) => `${i + 1}. ${selection.map(v => valueLine(element, v)).join(', ')}`).join('\n');
        await vscode.window.showInformationMessage(`${element}: ${summary}`, { modal: true, detail });
    }
}

async function answersOf(server: Server, uri: vscode.Uri, element: string, question: string): Promise<readonly Answer[]> {
    const { answers, missing, error } = await askModelOf(server, () => uri)<SolverAnswers>('sysml/solve', { element, question });
    const hindrance = missing ?? error;
    if (hindrance !== undefined) {
        void vscode.window.showWarningMessage(hindrance);
    }
    return answers;
}

/** A value of an answer about an element: names are those below the element, a variant is named by itself. */
function valueLine(element: string, { name, text }: Answer['values'][number]): string {
    const below = [`${element}.`, `${element}::`].find(start => name.startsWith(start));
    const value = text.startsWith(`${element}::`) ? text.slice(text.lastIndexOf('::') + 2) : text;
    return `${below === undefined ? name : name.slice(below.length)} = ${value}`;
}
const conflictLine = ({ kind, text, position }: Answer['conflict'][number]): string => `line ${position.line + 1}: ${kind} ${text}`;
