/** Random actions and machines with several strands: their outcomes are few enough for every order to be made. */

type Random = (below: number) => number;

const FEATURES = ['x', 'y', 'z'];

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];

function expression(random: Random): string {
    const [a, b] = [pick(random, FEATURES), pick(random, FEATURES)];
    return pick(random, [`${a} + 1`, `${a} * 2`, `${a} + ${b}`, `${a} - ${b}`, `${random(4)}`, `if ${a} > ${b} ? ${a} else ${random(3)}`]);
}

const assignment = (random: Random): string => `assign ${pick(random, FEATURES)} := ${expression(random)};`;

function body(random: Random): string {
    const a = pick(random, FEATURES);
    switch (random(5)) {
        case 0:
            return `{ ${assignment(random)} then ${assignment(random)} }`;
        case 1:
            return `{ if ${a} > ${random(3)} { ${assignment(random)} } else { ${assignment(random)} } }`;
        case 2:
            return `{ for i in (1, 2) { assign ${a} := ${a} + i; } }`;
        case 3:
            return `{ first start; then action inner { ${assignment(random)} } then action last { ${assignment(random)} } then done; }`;
        default:
            return `{ attribute k : Integer := ${a}; ${assignment(random)} then assign ${a} := k; }`;
    }
}

/** A step of a strand and its name. */
function step(random: Random, name: string, signals: readonly string[]): string {
    switch (random(8)) {
        case 0:
        case 1:
            return `action ${name} ${body(random)}`;
        case 2:
            return `accept after ${random(3)} [SI::s];`;
        case 3:
            return signals.length === 0 ? `action ${name} ${assignment(random)}` : `action ${name} send new ${pick(random, signals)}();`;
        case 4:
            return signals.length === 0 ? `action ${name} ${assignment(random)}` : `accept ${pick(random, signals)};`;
        default:
            return `action ${name} ${assignment(random)}`;
    }
}

/** The text of an action `a` of two or three strands between a fork and a join. */
export function randomAction(random: Random): string {
    const strands = random(4) === 0 ? 3 : 2;
    const most = strands === 2 ? 2 : 1;
    const signals = random(3) === 0 ? ['S1'] : [];
    const parts: string[] = [];
    for (let s = 0; s < strands; s++) {
        const steps = Array.from({ length: 1 + random(most) }, (_, i) => step(random, `s${s}${i}`, signals));
        const decides = random(4) === 0;
        const end = decides
            ? `then decide d${s}; if x > y then e${s}; if z >= 0 then g${s}; else e${s}; action e${s} assign x := ${random(4)}; then m${s}; action g${s} ${assignment(random)} then m${s}; merge m${s}; then j;`
            : 'then j;';
        parts.push(
            `action f${s} ${assignment(random)} first f then f${s}; first f${s} then h${s}; merge h${s}; ${steps.map(t => `then ${t}`).join(' ')} ${end}`
        );
    }
    return `attribute def S1; part def P { attribute x : Integer := 0; attribute y : Integer := 1; attribute z : Integer := 2;
        action a { first start; then fork f; ${parts.join('\n')} join j; then done; } } part p : P;`;
}

/** The text of a machine `m` with two regions, timers, do behaviours and a message from one region to the other. */
export function randomMachine(random: Random): string {
    const region = (name: string): string => {
        const trigger = (): string =>
            pick(random, [`accept after ${1 + random(2)} [SI::s]`, '', 'accept S1', `accept when x > ${random(3)}`]);
        const effect = (): string => (random(2) === 0 ? '' : `do ${assignment(random).replace(/;$/, '')} `);
        const entry = (): string => (random(2) === 0 ? '' : `entry ${assignment(random)}`);
        const doing = (): string => (random(3) === 0 ? `do action { ${assignment(random)} then ${assignment(random)} }` : '');
        const sends = random(3) === 0 ? 'exit action { send new S1() to self; }' : '';
        return `state ${name} { entry; then ${name}1; state ${name}1 { ${entry()} ${doing()} ${sends} } transition first ${name}1 ${trigger()} ${effect()}then ${name}2;
            state ${name}2 { ${entry()} ${doing()} } transition first ${name}2 ${trigger()} ${effect()}then ${name}3; state ${name}3 { ${entry()} } }`;
    };
    return `attribute def S1; part def P { attribute x : Integer := 0; attribute y : Integer := 1; attribute z : Integer := 2;
        exhibit state m { entry; then w; state w parallel { ${region('r')} ${region('q')} } } } part p : P;`;
}
