/** Expressions: without a command, and `%eval` in an element or on an object (contract: newest-operations 10). */
import { toJson } from '@bufbuild/protobuf';
import { LineIndex } from '../../language/syntax/index.js';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';
import type { Population } from '../../runtime/behaviour/index.js';
import { Display, evaluate, type EvaluateAnswer, type EvaluateRequest, type Run } from '../../runtime/evaluation/index.js';
import type { Instance } from '../../runtime/evaluation/index.js';
import { ValueSchema } from '../../wire/generated/sysml_pb.js';
import { encodeValue } from '../../wire/value.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { CommandGroup, Session } from '../session.js';
import { bare } from './command.js';
import { objectNamed } from './objects.js';

/** The file name in findings about the text of an expression. */
const EXPRESSION = 'expression';

/** The package of the library that imports the units of the SI and has additional ones. */
const UNITS = 'EngineeringUnits';

/**
 * The value of an expression in the scope of the cells. A name that is unknown there is looked up in the open package and among the
 * siblings of the only element with that name; a unit is also looked up in the library. Objects of the session are read in their current
 * state.
 * @throws CellFailure
 */
export function expressionShown(session: Session, expression: string): Shown {
    const attempt = (contextId: string | undefined): { readonly run: Run; readonly answer: EvaluateAnswer } => {
        const run = session.newRun();
        return { run, answer: evaluate(run, contextId === undefined ? { expression } : { expression, contextId }) };
    };
    let last = attempt(undefined);
    if (last.answer.unknown?.kind === 'name') {
        for (const namespace of session.namespacesFor(last.answer.unknown.name)) {
            last = last.answer.unknown?.kind === 'name' ? attempt(namespace) : last;
        }
    }
    if (isUnknownUnit(expression, last.answer)) {
        const withUnits = attempt(UNITS);
        last = withUnits.answer.unknown === undefined ? withUnits : last;
    }
    return answerShown(session, last.run, last.answer, { expression, title: expression });
}

/** Whether the unknown name of an answer is written in the brackets of a unit. */
function isUnknownUnit(expression: string, { unknown }: EvaluateAnswer): boolean {
    const units = expression.match(/\[[^[\]]*\]/g) ?? [];
    return unknown?.kind === 'name' && units.some(unit => unit.split(/[^\p{L}\p{N}_]+/u).includes(unknown.name));
}

/** The run of the session's objects, with its budgets reset. */
export function runOfObjects(session: Session, population: Population): Run {
    population.lend(() => session.host.checkCancelled?.());
    return population.simulation.run;
}

function valueShown(session: Session, run: Run, request: EvaluateRequest, title: string): Shown {
    return answerShown(session, run, evaluate(run, request), { expression: request.expression, title });
}

/** @throws CellFailure for an answer without a value */
function answerShown(
    session: Session,
    run: Run,
    { result, error = '', unknown, diagnostics = [] }: EvaluateAnswer,
    { expression, title }: { readonly expression: string; readonly title: string }
): Shown {
    if (result === undefined) {
        const { message } = session.failed('EvaluationError', { error, unknown });
        const texts = new Map([[EXPRESSION, expression]]);
        throw new CellFailure('EvaluationError', message, located(expression, diagnostics), texts);
    }
    const text = Display.in(run, []).text(result);
    const isOpen = result !== null && typeof result === 'object' && result.kind === 'undetermined';
    const why = isOpen ? [`note: ${result.reason}`] : [];
    return { text: [`✓ ${title}`, `  = ${text}`, ...why].join('\n'), isResult: true, json: toJson(ValueSchema, encodeValue(result)) };
}

function located(
    text: string,
    found: readonly { readonly message: string; readonly offset: number; readonly end: number }[]
): Diagnostic[] {
    const lines = new LineIndex(text);
    return found.map(({ message, offset, end }) => {
        const [from, to] = [lines.positionOf(offset), lines.positionOf(end)];
        const span = { file: EXPRESSION, startLine: from.line, startCol: from.column, endLine: to.line, endCol: to.column };
        return { severity: 'error', message, code: 'syntax', span };
    });
}

const PLACE = /(?:'(?:\\.|[^'\\])*'|"[^"]*"|[^\s:'"]|::)+/.source;
/** `in P::car : mass`, or `--target=P::car mass` as in the standard's pilot kernel. */
const PLACED = [new RegExp(`^in\\s+(${PLACE})\\s*:(?!:)\\s*(.+)$`, 's'), new RegExp(`^--target=(${PLACE})\\s+(.+)$`, 's')];

/** The value of an expression in an element or on an object, or of an expression without either. */
function evaluated(session: Session, argument: string): Shown {
    const match = PLACED.reduce<RegExpExecArray | null>((found, form) => found ?? form.exec(argument), null);
    if (match === null) {
        return expressionShown(session, argument);
    }
    const [place, expression] = [bare(match[1]), match[2]];
    const object = objectNamed(session, place);
    if (object !== undefined) {
        const { population, instance, label } = object;
        const title = `${expression} (on ${label} ID: ${instance.id})`;
        return valueShown(session, runOfObjects(session, population), { expression, subject: instance }, title);
    }
    const { id } = session.element(place);
    return valueShown(session, session.newRun(), { expression, contextId: id }, `${expression} (in ${id})`);
}

export type { Instance };

export const expressionCommands: CommandGroup = {
    title: 'Evaluation',
    commands: [
        {
            name: 'eval',
            usage: '[in <name>|<path>|#<id> :] <expression>',
            example: '%eval in car : mass * 2',
            summary: 'evaluate an expression, in an element or on an object where one is named',
            run: (session, argument) => (argument === '' ? undefined : evaluated(session, argument))
        }
    ]
};
