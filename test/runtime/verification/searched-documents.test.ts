/** After a change, a question reads the texts of the documents that may declare what it searches the model for, and of no others. */
import { expect, it } from 'vitest';
import { type Model, Workspace } from '../../../src/language/workspace/workspace.js';
import { qualifiedNameOf } from '../../../src/language/semantics/naming.js';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { readsClock } from '../../../src/runtime/behaviour/search/clock-readers.js';
import { hasAccepts } from '../../../src/runtime/behaviour/simulation/accepts.js';
import { verifySatisfaction } from '../../../src/runtime/verification/index.js';
import { viewsOf } from '../../../src/views/index.js';
import { performersIn } from '../../../src/views/kinds/performers.js';
import { testLibrary } from '../../support/library.js';

const COMMON = (mass: number): string =>
    `package Common { private import ISQ::*; private import SI::*; part def Unit { attribute mass :> ISQ::mass default ${mass} [kg]; } }`;

const OTHER = 'package Other { private import Common::*; part other : Unit; part another : Unit; }';

const JUDGED = `package Judged {
    private import Common::*; private import SI::*; private import VerificationCases::*;
    part unit : Unit;
    requirement light { subject u : Unit; require constraint { u.mass < 2 [kg] } }
    verification check { subject u : Unit = unit; objective { verify light; } PassIf(u.mass < 4 [kg]) }
    satisfy light by unit;
    item def Go;
    action waiting { action first accept Go; then accept at Time::Clock(); }
    view shown { expose unit; }
    action work { action step; }
    part worker { perform work.step; }
}`;

const QUESTIONS: readonly (readonly [name: string, ask: (model: Model) => unknown])[] = [
    [
        'verification cases of a requirement',
        model => {
            const { verdicts, verificationVerdicts } = verifySatisfaction(startRun(model), 'Judged');
            return [verdicts.map(({ holds }) => holds), verificationVerdicts?.map(({ kind }) => kind)];
        }
    ],
    ['steps that accept', model => hasAccepts(model)],
    ['readings of the clock', model => readsClock(model)],
    ['views', model => viewsOf(model.documents).map(({ id }) => id)],
    ['performers of steps', model => [...performersIn(model.documents).keys()].map(qualifiedNameOf)]
];

it.each(QUESTIONS)('%s', (_name, ask) => {
    const sources = (mass: number) =>
        [COMMON(mass), OTHER, JUDGED].map((content, i) => ({ name: `${i}.sysml`, language: 'sysml' as const, content }));
    const workspace = new Workspace({ library: testLibrary() });
    void workspace.parse(sources(1));
    const { model } = workspace.parse(sources(3));
    const { model: fresh } = new Workspace({ library: testLibrary() }).parse(sources(3));
    expect(ask(model)).toEqual(ask(fresh));
    expect(model.documents.map(({ parsedRoot }) => parsedRoot !== undefined)).toEqual([true, false, true]);
});
