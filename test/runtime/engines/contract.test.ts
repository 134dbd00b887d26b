// Where each rule of sections 11 to 15 of the contract's sheet "verification and engines", and of FMI ("newest operations" 8), is tested: a
// row a rule, with the file and a text in it that states the case. A row whose text is gone fails, so that a rule does not lose its test
// unnoticed.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ENGINES = 'test/service/engines.test.ts';
const VERDICTS = 'test/service/verdicts.test.ts';
const ANALYSES = 'test/service/analyses.test.ts';
const EXTERNAL = 'test/service/external-engines.test.ts';
const QUESTIONS = 'test/service/engine-questions.test.ts';
const MANIFESTS = 'test/runtime/engines/manifests.test.ts';
const TOOLS = 'test/runtime/engines/tools.test.ts';
const FMI = 'test/runtime/engines/fmi.test.ts';
const SOLVER = 'test/runtime/engines/solver.test.ts';
const CHECK = 'test/service/check-behavior.test.ts';

/** Section, rule, file, text in the file. */
const RULES: readonly (readonly [section: string, rule: string, file: string, text: string])[] = [
    ['11.2', 'Verify requests, EvaluateCalc and RunAnalysis ask evaluate', QUESTIONS, "kind: 'evaluate', subjectKind: 'calc'"],
    ['11.2', 'each assertion of ValidateInstance is an evaluate question', QUESTIONS, "['ValidateInstance'"],
    ['11.2', 'RunAnalysis under explore asks outcomes', QUESTIONS, "kind: 'outcomes', schedule: 'explore'"],
    ['11.2', 'RunSweep asks sweep', QUESTIONS, "kind: 'sweep', sweep:"],
    ['11.2', 'question holds and satisfiable of the three Verify requests', QUESTIONS, "['VerifySatisfaction', { symbolId: 'P::open' }]"],
    ['11.2', 'holds and sensitive of a whole action', QUESTIONS, "kind: 'sensitive', subjectKind: 'action'"],
    ['11.3', 'names, authorities, questions and bounds of the built-in engines', VERDICTS, 'have the questions and bounds of the contract'],
    ['11.3', 'name order; ready unless a process is missing', VERDICTS, 'the engines are listed in name order'],
    [
        '11.4',
        'auto passes over what is not covered; external engines come last, by authority',
        QUESTIONS,
        'those of others are asked after the solver'
    ],
    ['11.4', 'a name: that engine alone, its refusal is the answer', ENGINES, 'that does not answer the question is a refusal'],
    ['11.4', 'all: every engine that declares the kind', EXTERNAL, 'under all, the solver is one of them'],
    ['11.4', 'several refusals: no engine answers <kind>', EXTERNAL, 'where no engine answers, the reasons of all are told'],
    ['11.4', 'a name that nobody registered: invalid_argument with the known engines', ENGINES, 'unknown engine "nosuch"'],
    ['11.4', 'a listed engine that is not served: failed_precondition', ENGINES, "engine 'prover' is not served by this service"],
    ['11.5', '1 what is not covered is dropped', EXTERNAL, 'what is not covered does not count'],
    ['11.5', '5 the strongest stands, the first in name order wins a tie', EXTERNAL, 'the first of two alike stands'],
    ['11.5', '6 a deadline composes what has finished', EXTERNAL, 'a deadline composes what the engines have answered that have finished'],
    ['11.6', 'a false verdict is witnessed, a true one observed', VERDICTS, "['fails', '', 'fails [run witnessed]']"],
    ['12.1', 'unknown, repeated and null members are faults', MANIFESTS, 'a repeated member'],
    ['12.1', 'executable: a relative path that leaves the folder is refused', MANIFESTS, 'a program outside'],
    ['12.1', 'variables are required, not empty, distinct', MANIFESTS, 'a variable twice'],
    ['12.1', 'the folder lies outside every workspace', MANIFESTS, 'a folder in a workspace registers nothing'],
    ['12.1', 'a variable that is not listed refuses before the start', TOOLS, 'what is refused before the tool is started'],
    ['12.2', '5 non-zero exit, with its standard error', TOOLS, 'tool error: exit status 4: sorry'],
    ['12.2', '5 time-out', TOOLS, 'it did not end within 0.2s (SERVICE_TOOL_TIMEOUT)'],
    ['12.2', '5 malformed, missing, repeated and extra output', TOOLS, 'missing output: samples'],
    ['12.2', '5 error beside outputs', TOOLS, 'malformed output: error beside outputs'],
    ['12.3', 'each argument is exactly one, no shell', TOOLS, "b'2 $(rm)"],
    ['12.3', 'unknown placeholders are faults', MANIFESTS, 'a placeholder of nothing'],
    ['12.3', 'cwd lies in the folder', MANIFESTS, 'a folder outside'],
    ['12.4', 'lines: key and regex', TOOLS, "regex: 'of (?<lift>[0-9.]+)'"],
    ['12.4', 'csv: column and row', TOOLS, "row: 'first'"],
    ['12.4', 'outputs are required except for object', MANIFESTS, 'a format without outputs'],
    ['12 fmi', 'has no variable', FMI, 'its inputs are k, u (nope)'],
    ['12 fmi', 'a causality that is no input', FMI, 'is causality local, not an input'],
    ['12 fmi', 'a scheme other than file', FMI, 'names scheme http; a file or a path is needed'],
    ['12 fmi', 'a relative uri without a file', FMI, 'is relative and the declaration has no file'],
    ['12 fmi', 'no such file', FMI, 'no such file or directory'],
    ['12 fmi', 'clocks', FMI, 'is a clock'],
    ['12 fmi', 'a value of another type', FMI, 'is not a Real'],
    ['12 fmi', 'malformed output', FMI, 'malformed output: y'],
    ['12 fmi', 'the runner failed', FMI, 'the runner failed: it diverges'],
    ['12 fmi', 'the FMU changed', FMI, 'the FMU changed since it was read'],
    ['12 fmi', 'SERVICE_FMI_RUNNER is not set', FMI, 'SERVICE_FMI_RUNNER is not set'],
    ['13.1', 'names that no engine may have', MANIFESTS, 'a reserved name'],
    ['13.1', 'command: a relative path that leaves the folder', MANIFESTS, 'a command outside'],
    ['13.1', 'protocol: only 1', MANIFESTS, 'another protocol'],
    ['13.1', 'answers: not empty, each once', MANIFESTS, 'a question twice'],
    ['13.1', 'admit is refused', MANIFESTS, "'admit', { ...ENGINE, admit: true }"],
    ['13.1', 'modules and policies are listed', MANIFESTS, 'a policy'],
    [
        '13.1',
        'a name of -serve-external-engines that nobody carries ends the start',
        ENGINES,
        'a flag that names no listed engine ends the start'
    ],
    ['13.2', 'one process a request', QUESTIONS, 'for each satisfaction, in one process'],
    ['13.2', 'cancel at the deadline, then the process is ended', EXTERNAL, 'did not answer cancel within'],
    ['13.2', 'a strict schema', EXTERNAL, 'a result has no member "confidence"'],
    ['13.3', 'the question, the model and what is free', EXTERNAL, 'is asked with the model, the subject and what is free'],
    ['13.3', 'inputs may only name what is free', EXTERNAL, 'witness names no free feature: m'],
    ['13.4', 'violated is evaluated', EXTERNAL, 'its witness does not show it'],
    ['13.4', 'satisfiable is evaluated', EXTERNAL, "['satisfiable', 'satisfiable', { status: 'satisfiable', strength: 'witnessed' }]"],
    ['13.4', 'holds with executions is observed', EXTERNAL, "['shown', 'holds', { status: 'holds', strength: 'observed'"],
    ['13.4', 'holds without executions is not covered', EXTERNAL, 'by induction'],
    ['13.4', 'a claim that cannot be replayed is not covered', QUESTIONS, 'which cannot be replayed here: no idea'],
    ['13.5', 'no start', EXTERNAL, 'did not start \\(exit status 127: no licence\\)'],
    ['13.5', 'describe late', EXTERNAL, 'did not answer describe within'],
    ['13.5', 'the description differs', EXTERNAL, 'describes its version as'],
    ['13.5', 'a subject of another kind, before the process is asked', EXTERNAL, 'is refused before the process is asked'],
    ['13.5', 'covers: false', EXTERNAL, 'not on Sundays'],
    ['13.5', 'faults of the protocol', EXTERNAL, 'broke protocol: "ready!" is no JSON'],
    ['13.5', 'exit during a request', EXTERNAL, 'exited during a request \\(exit status 3\\)'],
    ['13.5', 'an error answer', EXTERNAL, 'budget: too much work'],
    ['14', 'exponents and remainders of non-Integers are refused', SOLVER, 'exponentiation is outside the arithmetic encoded here'],
    ['14', 'a literal zero divisor is refused', SOLVER, 'division by zero (in i / 0)'],
    ['14', 'different dimensions are refused', SOLVER, 'quantities of different dimensions are compared or added'],
    ['14', 'quantities are reduced to base units', SOLVER, 'mass > 1 [kg] and mass < 1001 [g]'],
    ['14', 'enumerations and variations', SOLVER, 'engine == engine::big'],
    ['14', 'witness entries have exact values', ENGINES, 'has a witness with exact values'],
    ['14', 'rows of questions on the wire', ENGINES, "status: 'unsatisfiable', strength: 'proved', question: 'satisfiable'"],
    ['14', 'smt: what has no encoding is refused by name', CHECK, 'accept is not encoded'],
    ['14', 'check refuses free inputs', CHECK, 'check cannot leave the inputs free'],
    ['15', 'RunSweep with samples 2, seed 42', ANALYSES, '8.254725069980449'],
    ['15', 'engine sweep on VerifyConstraint', VERDICTS, "['holds', 'sweep', REFUSED('sweep')]"]
];

describe('rules of the sheet and their tests', () => {
    it.each(RULES)('%s %s', (_section, _rule, file, text) => expect(readFileSync(file, 'utf8')).toContain(text));
});
