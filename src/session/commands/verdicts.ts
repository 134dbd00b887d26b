/** Calculations, conditions, assertions and analyses (contract: newest-operations 10). */
import type { AstNode } from '../../language/generated/tree.js';
import { toJson } from '@bufbuild/protobuf';
import {
    isVerificationCase,
    judgeElement,
    judgeObject,
    type Judged,
    runAnalysis,
    evaluationLines,
    verdictLines,
    verificationLines,
    verifyConstraint,
    verifyRequirement
} from '../../runtime/verification/index.js';
import type { AnalysisAnswer, Verdict, VerdictAnswer, VerificationVerdict } from '../../runtime/verification/index.js';
import { Display, evaluateCalc, isConstraint, isRequirement, type Run, subjectAt } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import { ValueSchema } from '../../wire/generated/sysml_pb.js';
import { encodeValue } from '../../wire/value.js';
import { shapedText } from '../answers/object-tree.js';
import { CellFailure, type Shown, type ShownTable } from '../answers/shown.js';
import { checkEngineAnswers, standingLine, standingOfRun } from '../questions/engines.js';
import type { CommandGroup, Session } from '../session.js';
import { policyFrom } from '../settings.js';
import { argumentsOf, type Call, callOf, valuesOf } from './arguments.js';
import { bare } from './command.js';
import { runOfObjects } from './expressions.js';
import { limitsOn, madeObject, objectNamed, pathOfObject } from './objects.js';

export const json = (value: Value) => toJson(ValueSchema, encodeValue(value));

// --- Calculations -----------------------------------------------------------------------------------------------------

function calculated(session: Session, argument: string): Shown | undefined {
    const call = callOf(argument);
    if (call === undefined) {
        return undefined;
    }
    checkEngineAnswers(session, 'evaluate');
    const { id, path, holder } = session.element(call.name);
    const texts = [...call.texts, ...argumentsOf(call.rest)];
    const { run, subjectId } = judgedOn(session, holder);
    const { positional, named } = valuesOf(session, run, texts, id);
    const answer = evaluateCalc(run, {
        symbolId: id,
        arguments: positional,
        ...(named.size > 0 && { named }),
        ...(subjectId !== undefined && { object: subjectAt(run, subjectId) })
    });
    const { result, outputs = [], error, unknown } = answer;
    if (error !== undefined) {
        throw session.failed('CommandError', { error, unknown });
    }
    const display = Display.in(run, []);
    const lines = [
        `✓ ${path}${texts.length === 0 ? '' : `(${texts.join(', ')})`}`,
        ...(result === undefined ? [] : [`  = ${shapedText(result, display)}`]),
        ...outputs.map(o => `  ${o.name} = ${shapedText(o.value, display)}`),
        standingOfRun(session, 'value', 'observed')
    ];
    const values = [
        ...(result === undefined ? [] : [['result', json(result)] as const]),
        ...outputs.map(o => [o.name, json(o.value)] as const)
    ];
    return { text: lines.join('\n'), isResult: true, json: Object.fromEntries(values) };
}

// --- Conditions -------------------------------------------------------------------------------------------------------

/** Verdicts as an answer, with the standing of the engine. */
function verdictShown(session: Session, verdicts: readonly Verdict[], display: Display, more: readonly string[] = []): Shown {
    const lines = verdicts.flatMap(v => marked(verdictLines(v, display), v));
    const table: ShownTable = {
        columns: ['verdict', 'of', 'condition'],
        rows: verdicts.map(v => [stateOf(v), v.element, v.error ?? v.condition ?? ''])
    };
    return {
        text: [...lines, ...more, ...(verdicts.length === 0 ? [] : [standingOf(session, verdicts)])].join('\n'),
        ...(verdicts.length > 1 && { table }),
        json: verdicts.map(v => ({
            element: v.element,
            elementId: v.elementId ?? null,
            kind: v.kind,
            holds: v.error === undefined ? v.holds === true : null,
            condition: v.condition ?? null,
            error: v.error ?? null
        }))
    };
}

function standingOf(session: Session, verdicts: readonly Verdict[]): string {
    const undecided = verdicts.find(v => v.error !== undefined)?.error;
    if (undecided !== undefined) {
        return standingLine(session, 'evaluate', { claim: 'not covered', grounds: undecided });
    }
    return verdicts.every(v => v.holds === true)
        ? standingOfRun(session, 'holds', 'observed')
        : standingOfRun(session, 'violated', 'witnessed');
}

type VerdictState = 'undecided' | 'holds' | 'fails';

const stateOf = ({ error, holds }: Verdict): VerdictState => (error !== undefined ? 'undecided' : holds === true ? 'holds' : 'fails');

const STATES: Readonly<Record<VerificationVerdict['kind'], VerdictState>> = {
    pass: 'holds',
    fail: 'fails',
    inconclusive: 'undecided',
    error: 'undecided'
};

const MARKS: Readonly<Record<VerdictState, string>> = { undecided: '?', holds: '✓', fails: '✗' };

function marked([first, ...rest]: readonly string[], verdict: Verdict): string[] {
    return [`${MARKS[stateOf(verdict)]} ${first.replace(/^(\w+(?: run)?)\s+/, '$1 ')}`, ...rest.map(line => `  ${line.trimStart()}`)];
}

function condition(session: Session, argument: string, kind: 'constraint' | 'requirement'): Shown | undefined {
    const call = callOf(argument);
    if (call === undefined) {
        return undefined;
    }
    const { element, id, holder } = session.element(call.name);
    const fits = kind === 'requirement' ? isRequirement(element) : isConstraint(element) && !isRequirement(element);
    if (!fits) {
        throw new CellFailure(
            'CommandError',
            `${id} is not a ${kind}${isConstraint(element) ? `: %${isRequirement(element) ? 'requirement' : 'constraint'} judges it` : ''}`
        );
    }
    checkEngineAnswers(session, 'evaluate');
    const { run, subjectId } = judgedOn(session, call.rest[0] ?? holder);
    const request = { symbolId: id, subjectId, arguments: valuesOf(session, run, call.texts, id) };
    const answer: VerdictAnswer = (kind === 'requirement' ? verifyRequirement : verifyConstraint)(run, request);
    if (answer.verdict === undefined) {
        throw session.failed('CommandError', { error: answer.error ?? '', unknown: answer.unknown });
    }
    return verdictShown(session, [answer.verdict], Display.in(run, []));
}

/** The run and the path of an object: an existing object in its current state, else an object that is created for the question. */
export function judgedOn(session: Session, name: string | undefined): { readonly run: Run; readonly subjectId: string | undefined } {
    if (name === undefined) {
        return { run: session.newRun(), subjectId: undefined };
    }
    const object = objectNamed(session, bare(name));
    if (object === undefined) {
        return { run: session.newRun(), subjectId: subjectPath(session, bare(name)) };
    }
    return { run: runOfObjects(session, object.population), subjectId: pathOfObject(object) };
}

function satisfied(session: Session, argument: string): Shown {
    checkEngineAnswers(session, 'evaluate');
    const run = session.newRun();
    const id = argument === '' ? '' : session.element(bare(argument)).id;
    return judgedShown(session, run, judgeElement(run, id), argument === '' ? 'the model' : id);
}

function judgedShown(session: Session, run: Run, judged: Judged, what: string): Shown {
    const { verdicts, verificationVerdicts = [], error, unknown } = judged;
    if (error !== undefined) {
        throw session.failed('CommandError', { error, unknown });
    }
    const display = Display.in(run, []);
    const cases = verificationVerdicts.flatMap(v => verificationLines(v, display));
    return verdicts.length + cases.length === 0
        ? { text: `${what} states no satisfaction assertion` }
        : verdictShown(session, verdicts, display, cases);
}

function validated(session: Session, name: string): Shown | undefined {
    if (name === '') {
        return undefined;
    }
    checkEngineAnswers(session, 'evaluate');
    const object = objectNamed(session, bare(name));
    if (object === undefined) {
        const { id } = session.element(bare(name));
        const run = session.newRun();
        return judgedShown(session, run, judgeElement(run, id), id);
    }
    const { population, instance, label } = object;
    const run = runOfObjects(session, population);
    const { verdicts } = judgeObject(run, instance);
    return verdictShown(session, verdicts, Display.in(run, []), [validityText(label, verdicts)]);
}

/** The validity of an object: `car is not valid: 1 of 3 assertions fails`. */
function validityText(label: string, verdicts: readonly Verdict[]): string {
    const [failing, open] = (['fails', 'undecided'] as const).map(state => verdicts.filter(v => stateOf(v) === state).length);
    const assertions = `assertion${verdicts.length === 1 ? '' : 's'}`;
    if (failing > 0) {
        return `✗ ${label} is not valid: ${failing} of ${verdicts.length} ${assertions} ${failing === 1 ? 'fails' : 'fail'}`;
    }
    return open > 0
        ? `? ${label} is not shown valid: ${open} of ${verdicts.length} ${assertions} undecided`
        : `✓ ${label} is valid: ${verdicts.length} ${assertions} ${verdicts.length === 1 ? 'holds' : 'hold'}`;
}

// --- Analyses ---------------------------------------------------------------------------------------------------------

function analysed(session: Session, argument: string): Shown | undefined {
    const call = callOf(argument);
    return call === undefined ? undefined : analysisShown(session, call);
}

/** Runs an analysis. @param onAnswer receives its result. @throws CellFailure for a failed run */
export function analysisShown(session: Session, { name, texts, text, rest }: Call, onAnswer?: (answer: AnalysisAnswer) => void): Shown {
    checkEngineAnswers(session, 'evaluate');
    const { element, id } = session.element(name);
    const subject = rest[0] === undefined ? undefined : bare(rest[0]);
    const subjectId = subject === undefined ? '' : subjectPath(session, subject);
    const answer = runAnalysis(
        session.model,
        { symbolId: id, subjectId, policy: policyFrom(session.settings), arguments: run => valuesOf(session, run, texts, id) },
        limitsOn(session, subject)
    );
    const { outputs, evaluations, verificationVerdicts, notes, error, unknown } = answer;
    if (error !== undefined) {
        throw session.failed('CommandError', { error, unknown });
    }
    onAnswer?.(answer);
    const { display } = session;
    const verdicts = isVerificationCase(element) ? [] : answer.verdicts;
    const cases = verificationVerdicts.flatMap(v => verificationLines(v, display));
    const lines = [
        `${MARKS[outcomeOf(verdicts, verificationVerdicts)]} ${text}${subject === undefined ? '' : ` on ${subject}`}`,
        ...outputs.map(o => `  ${o.name} = ${shapedText(o.value, display)}`),
        ...evaluationLines(evaluations, display).map(l => `  ${l}`),
        ...[...verdicts.flatMap(v => marked(verdictLines(v, display), v)), ...cases].map(l => `  ${l}`),
        ...notes.map(n => `note: ${n.message}`),
        standingOfCase(session, element, verificationVerdicts)
    ];
    return {
        text: lines.join('\n'),
        table: { columns: ['output', 'value'], rows: outputs.map(o => [o.name, display.text(o.value)]) },
        json: Object.fromEntries(outputs.map(o => [o.name, json(o.value)]))
    };
}

/** The standing of a case: an analysis claims values, a verification case its verdict; an undecided verification is not covered. */
function standingOfCase(session: Session, element: AstNode, verifications: readonly VerificationVerdict[]): string {
    const own = verifications.filter(v => v.isCovered !== true);
    const undecided = own.find(v => STATES[v.kind] === 'undecided');
    if (undecided !== undefined) {
        return standingLine(session, 'evaluate', { claim: 'not covered', grounds: undecided.detail ?? undecided.kind });
    }
    if (!isVerificationCase(element)) {
        return standingOfRun(session, 'value', 'observed');
    }
    return own.some(v => STATES[v.kind] === 'fails')
        ? standingOfRun(session, 'violated', 'witnessed')
        : standingOfRun(session, 'holds', 'observed');
}

/** The outcome of a run of a case: from the verdicts on its objectives, and from the verdicts of its verifications. */
function outcomeOf(verdicts: readonly Verdict[], verifications: readonly VerificationVerdict[]): VerdictState {
    const states = [...verdicts.map(stateOf), ...verifications.filter(v => v.isCovered !== true).map(v => STATES[v.kind])];
    return (['fails', 'undecided'] as const).find(state => states.includes(state)) ?? 'holds';
}

/** The path from a declaration to an object. */
export function subjectPath(session: Session, name: string): string {
    const object = objectNamed(session, name);
    if (object !== undefined) {
        return pathOfObject(object);
    }
    // A path that begins with an object denotes a part of it, not a separate object.
    return name.startsWith('#') ? pathOfObject(madeObject(session, name)) : (session.elementOrNone(name)?.path ?? name);
}

export const verdictCommands: CommandGroup = {
    title: 'Questions',
    commands: [
        {
            name: 'calc',
            usage: '<name> [argument…]',
            example: '%calc Cars::Double x=4',
            summary: 'call a calculation, arguments by position or as name=expression',
            run: calculated
        },
        {
            name: 'constraint',
            usage: '<name>[(<arguments>)] [object]',
            example: '%constraint Cars::light car',
            summary: 'judge a constraint',
            run: (session, argument) => condition(session, argument, 'constraint')
        },
        {
            name: 'requirement',
            usage: '<name>[(<arguments>)] [object]',
            example: '%requirement Cars::Light(limit=1500) car',
            summary: 'judge a requirement',
            run: (session, argument) => condition(session, argument, 'requirement')
        },
        {
            name: 'satisfy',
            usage: '[name]',
            example: '%satisfy Cars',
            summary: 'judge the satisfaction assertions of the model or of an element',
            run: satisfied
        },
        {
            name: 'validate',
            usage: '<object>',
            example: '%validate car',
            summary: 'judge all assertions on an object and the objects that it holds',
            run: validated
        },
        {
            name: 'analysis',
            usage: '<name>[(<arguments>)] [object]',
            example: '%analysis Cars::range(speed=20) car',
            summary: 'run an analysis case; the object is its subject',
            run: analysed
        }
    ]
};
