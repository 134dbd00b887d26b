// What processes of one service ask each other through the primary, and what becomes of questions when one of them dies.

import { beforeEach, describe, expect, it } from 'vitest';
import { failedAnswer, type ServiceAnswer, type ServiceCall } from '../../src/service/executor.js';
import type { PeerMessage } from '../../src/service/processes/messages.js';
import { Siblings } from '../../src/service/processes/siblings.js';
import { Switchboard } from '../../src/service/processes/switchboard.js';
import { methodNamed } from '../../src/wire/methods.js';
import { Code } from '../../src/wire/status.js';
import type { Repeatable } from '../../src/service/workers/store.js';

const COUNT = 3;
const recipe: Repeatable = { method: methodNamed('ParseSources')!.index, format: 'proto', body: Buffer.from('documents') };
const call: ServiceCall = { method: methodNamed('Instantiate')!, format: 'proto', body: Buffer.from('request'), deadline: 0 };
const answer: ServiceAnswer = { code: Code.ok, body: Buffer.from('answer'), message: '', largeAnswer: 0 };

/** A process: its models, and the calls that came to it and are not answered. */
interface Process {
    readonly siblings: Siblings;
    readonly models: Set<string>;
    readonly inHand: ((answer: ServiceAnswer) => void)[];
    cancelled: number;
}

let switchboard: Switchboard;
let processes: Process[];

function started(place: number): Process {
    const siblings = new Siblings(place, COUNT, { send: message => switchboard.take(place, structuredClone(message)) });
    const made: Process = { siblings, models: new Set(), inHand: [], cancelled: 0 };
    siblings.serve({
        recipeOf: hash => (made.models.has(hash) ? recipe : undefined),
        call(asked, done) {
            expect([asked.method, Buffer.from(asked.body)]).toEqual([call.method, call.body]);
            made.inHand.push(done);
            return () => {
                made.cancelled++;
                done(failedAnswer(Code.canceled, 'the client has gone'));
            };
        }
    });
    processes[place] = made;
    switchboard.joined(place);
    return made;
}

/** A hash whose objects are held at a place. */
const homeAt = (place: number): string => {
    for (let index = 0; ; index++) {
        if (processes[place].siblings.isHome(`model ${index}`)) {
            return `model ${index}`;
        }
    }
};

const forward = (from: number, to: number): { answers: ServiceAnswer[]; cancel: () => void } => {
    const answers: ServiceAnswer[] = [];
    return { answers, cancel: processes[from].siblings.forward(call, homeAt(to), given => answers.push(given)) };
};

beforeEach(() => {
    processes = [];
    switchboard = new Switchboard((place, message: PeerMessage) => processes[place].siblings.take(structuredClone(message)));
    for (let place = 0; place < COUNT; place++) {
        started(place);
    }
});

describe('a model', () => {
    it('is found in whichever process has it, and nowhere when none has', async () => {
        processes[2].models.add('known');
        expect(await processes[0].siblings.find('known')).toEqual({ ...recipe, body: new Uint8Array(recipe.body) });
        expect(await processes[1].siblings.isHeldElsewhere('known')).toBe(true);
        expect(await processes[2].siblings.isHeldElsewhere('known')).toBe(false);
        expect(await processes[0].siblings.find('unknown')).toBeUndefined();
    });

    it('is not waited for from a process that is not there', async () => {
        switchboard.left(1);
        switchboard.left(2);
        expect(await processes[0].siblings.find('known')).toBeUndefined();
    });

    it('has one home', () => {
        for (const hash of ['', 'health_check', 'a'.repeat(64), 'b'.repeat(64), 'model']) {
            expect(processes.filter(({ siblings }) => siblings.isHome(hash))).toHaveLength(1);
        }
    });
});

describe('a call that is forwarded', () => {
    it('is answered by the home of its model, beside others', () => {
        const calls = [forward(0, 1), forward(2, 1), forward(0, 1)];
        processes[1].inHand.reverse().forEach((done, index) => done({ ...answer, largeAnswer: index }));
        expect(calls.map(({ answers }) => answers)).toEqual(
            [2, 1, 0].map(largeAnswer => [{ ...answer, body: new Uint8Array(answer.body), largeAnswer }])
        );
    });

    it('is stopped when nobody waits for it', () => {
        const { answers, cancel } = forward(0, 1);
        cancel();
        expect([processes[1].cancelled, answers]).toEqual([1, []]);
    });

    it('is stopped when the process that asked dies, and nothing of it comes to its successor', () => {
        const before = forward(0, 1);
        switchboard.left(0);
        expect(processes[1].cancelled).toBe(1);
        started(0);
        const after = forward(0, 1);
        processes[1].inHand[0](answer);
        expect([before.answers, after.answers]).toEqual([[], []]);
        processes[1].inHand[1](answer);
        expect(after.answers).toHaveLength(1);
    });

    it('fails when the process that has it dies', () => {
        const { answers } = forward(0, 1);
        switchboard.left(1);
        expect(answers).toMatchObject([{ code: Code.unavailable }]);
    });

    it('waits for a process that is being started again', () => {
        switchboard.left(1);
        const [call, given] = [forward(0, 1), forward(2, 1)];
        given.cancel();
        expect(call.answers).toEqual([]);
        const again = started(1);
        expect(again.inHand).toHaveLength(1);
        again.inHand[0](answer);
        expect([call.answers.length, given.answers.length]).toEqual([1, 0]);
    });
});
