/** Random actions and machines with several strands: their outcomes are few enough for every order to be made. */

export type Random = (below: number) => number;

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

/**
 * The text of a part `p` of two or three parts with a machine each, which write what they share and send each other messages over ports.
 * @param goesOn whether machines may go round for ever
 */
export function randomSystem(random: Random, goesOn = false): string {
    const count = 2 + (random(3) === 0 ? 1 : 0);
    const machine = (n: number): string => {
        const to = random(count - 1);
        const peer = to >= n ? to + 1 : to;
        const effect = (): string =>
            pick(random, [
                '',
                `do send new S1() via to${peer}`,
                `do send new D(v = x) via to${peer}`,
                `do ${shared(random)}`,
                `do ${shared(random)}`
            ]);
        const trigger = (s: number): string =>
            pick(random, [
                ...(s < 2 ? ['', 'accept after 0.1 [SI::s]'] : []),
                `accept after ${1 + random(2)} [SI::s]`,
                'accept S1 via inlet',
                `accept d : D via inlet ${random(2) === 0 ? 'if d.v < 2 ' : ''}do assign x := d.v`,
                `accept when sys.t > ${random(2)}`
            ]);
        const state = (s: number): string =>
            `state s${s} { ${random(3) === 0 ? `entry ${shared(random)};` : ''} ${random(4) === 0 ? `do action { ${shared(random)}; then ${shared(random)}; }` : ''}
                ${random(4) === 0 ? `exit ${shared(random)};` : ''} }`;
        const transition = (s: number, target: number): string => {
            const text = trigger(s);
            return `transition first s${s} ${text} ${text.includes(' do ') ? '' : effect()} then s${target};`;
        };
        const further =
            random(3) === 0 ? transition(0, 2) : goesOn && random(2) === 0 ? `transition first s1 accept after 1 [SI::s] then s0;` : '';
        // Some machines do something else beside, in a region of their own.
        const beside = (inside: string): string =>
            goesOn && random(3) === 0
                ? `entry; then both; state both parallel { state main { ${inside} } state aside { entry; then q0; state q0;
                    transition first q0 ${pick(random, ['accept after 1 [SI::s]', 'accept S1 via inlet', 'accept when sys.t > 1'])} do ${shared(random)} then q1;
                    state q1 { ${random(2) === 0 ? `entry ${shared(random)};` : ''} } } }`
                : inside;
        return `part def M${n} { ref part sys : Shared; attribute x : Integer := ${n}; port inlet; ${Array.from({ length: count }, (_, i) => `port to${i};`).join(' ')}
            exhibit state life { ${beside(`entry; then s0; ${[0, 1, 2].map(state).join(' ')} ${transition(0, 1)} ${transition(1, 2)} ${further}`)} } }`;
    };
    const pairs = Array.from({ length: count }, (_, a) => Array.from({ length: count }, (_, b) => [a, b])).flat();
    return `attribute def S1; attribute def D { attribute v : Integer; } ${Array.from({ length: count }, (_, n) => machine(n)).join('\n')}
        part def Shared { attribute t : Integer := 0; attribute u : Integer := 1; } part def P { part board : Shared;
            ${Array.from({ length: count }, (_, n) => `part m${n} : M${n} { ref part :>> sys = P::board; }`).join(' ')}
            ${pairs
                .filter(([a, b]) => a !== b)
                .map(([a, b]) => `connect m${a}.to${b} to m${b}.inlet;`)
                .join(' ')}
            attribute seen : Integer := 0; constraint low { board.t < 3 }
            exhibit state m { entry; then on; state on; state off; ${random(2) === 0 ? 'transition first on accept when board.t > 1 do assign seen := 2 * board.u + board.t then off;' : 'transition first on accept after 1 [SI::s] do assign seen := board.t + board.u then off;'} } }
        part p : P;`;
}

/**
 * The text of a part `p` of two to four parts with a machine each. Most steps concern the part alone; some write what all share, some send
 * to a neighbour, some wait for it or for a time, some fail, some parts have nobody to send to.
 */
export function randomNeighbours(random: Random): string {
    const count = 2 + random(3);
    const own = (): string =>
        pick(random, [
            'x := (x + 1) % 3',
            'y := (x + y) % 3',
            'x := 2',
            'y := x',
            ...(random(4) === 0 ? ['y := 4 % x', 'x := sys.t'] : [])
        ]);
    const wide = (): string =>
        random(3) === 0 ? `sys.${pick(random, ['t', 'u'])} := ${pick(random, ['x', '(sys.t + 1) % 3', 'sys.u'])}` : own();
    const machine = (n: number): string => {
        const ends = random(6) === 0;
        const trigger = (): string =>
            pick(random, [
                ...Array.from({ length: 4 }, () => ''),
                `accept after ${1 + random(2)} [SI::s]`,
                'accept S1 via inlet',
                'accept when x > 1',
                ...(random(3) === 0 ? ['accept when sys.t > 0'] : [])
            ]);
        const effect = (): string =>
            pick(random, ['', `do assign ${wide()}`, `do assign ${own()}`, ...(random(2) === 0 ? ['do send new S1() via outlet'] : [])]);
        const state = (s: number): string =>
            `state s${s} { ${random(3) === 0 ? `entry assign ${own()};` : ''} ${random(4) === 0 ? `do action { assign ${wide()}; then assign ${own()}; }` : ''} }`;
        const last = 2 + random(2);
        const transitions = Array.from({ length: last }, (_, s) => `transition first s${s} ${trigger()} ${effect()} then s${s + 1};`);
        return `part def M${n} { ref part sys : Shared; attribute x : Integer := ${n % 3}; attribute y : Integer := 1; port inlet; port outlet;
            exhibit state life { entry; then s0; ${Array.from({ length: last + 1 }, (_, s) => state(s)).join(' ')} ${transitions.join(' ')}
            ${pick(random, ['', '', 'transition first s1 accept after 1 [SI::s] then s0;', 'transition first s1 if sys.t < 2 then s0;'])} ${ends ? `transition first s${last} then done;` : ''} } }`;
    };
    const wires = Array.from({ length: count }, (_, n) => n).filter(() => random(3) > 0);
    return `attribute def S1; ${Array.from({ length: count }, (_, n) => machine(n)).join('\n')}
        part def Shared { attribute t : Integer := 0; attribute u : Integer := 1; } part def P { part board : Shared;
            ${Array.from({ length: count }, (_, n) => `part m${n} : M${n} { ref part :>> sys = P::board; }`).join(' ')}
            ${wires.map(n => `connect m${n}.outlet to m${(n + 1) % count}.inlet;`).join(' ')}
            attribute seen : Integer = board.t + m0.x; constraint low { ${pick(random, ['board.t < 2', 'm0.x + m1.y < 4', 'm0.y < 2', 'm1.x < 2 or board.u > 0'])} }
            exhibit state m { entry; then on; state on; ${pick(random, ['', '', '', 'transition first on accept after 1 [SI::s] then done;', 'transition first on then done;', 'transition first on if board.t > 0 then done;'])} } }
        part p : P;`;
}

const shared = (random: Random): string =>
    `assign ${pick(random, ['sys.t', 'sys.u', 'x'])} := ${pick(random, ['(sys.t + 1) % 4', '(sys.u + x) % 3', 'x', 'sys.t', '2', '3', random(2) === 0 ? '6 % (sys.u - x)' : '1'])}`;

const INTEGERS = ['x', 'y', 'z', 'q.n'];

/** An Integer over the features of the performer, one of its parts and what is bound to them. */
function integer(random: Random): string {
    const a = pick(random, INTEGERS);
    const b = pick(random, [...INTEGERS, 'd', 'q.twice']);
    return pick(random, [
        `${a} + 1`,
        `(${a} + ${b}) % 4`,
        `${b}`,
        `${random(4)}`,
        `if ${a} > ${b} ? 1 else ${b}`,
        `Up(${b})`,
        `${b} - ${a}`
    ]);
}

const writes = (random: Random): string => `assign ${pick(random, ['x', 'y', 'z', 'q.n'])} := (${integer(random)}) % 4;`;

function graphStep(random: Random, name: string): string {
    switch (random(10)) {
        case 0:
            return `action ${name} { ${writes(random)} then ${writes(random)} }`;
        case 1:
            return `action ${name} { if ${integer(random)} > ${random(3)} { ${writes(random)} } else { ${writes(random)} } }`;
        case 2:
            return `action ${name} { for i in (1, 2) { assign y := (y + i) % 3; } }`;
        case 3:
            return `action ${name} { attribute k : Integer := x; ${writes(random)} then assign z := k; }`;
        case 4:
            return `action ${name} : Add { in a = ${integer(random)}; out s = z; }`;
        case 5:
            return `action ${name} : Add { in a = ${integer(random)}; }`;
        case 6:
            return random(4) === 0 ? `action ${name} assign x := 7 % y;` : `action ${name} assign d := ${integer(random)};`;
        default:
            return `action ${name} ${writes(random)}`;
    }
}

/**
 * The text of an action `a` whose steps do not wait: strands between a fork and a join, loops, decisions with and without weights, steps
 * that perform others, joins that may never get their tokens.
 */
export function randomGraph(random: Random): string {
    const strands = random(3) === 0 ? 3 : 2;
    const parts: string[] = [];
    for (let s = 0; s < strands; s++) {
        const steps = Array.from({ length: 1 + random(strands === 2 ? 4 : 2) }, (_, i) => graphStep(random, `s${s}${i}`));
        const first = `first f then s${s}0; ${steps.map((t, i) => (i === 0 ? t : `then ${t}`)).join(' ')}`;
        const end = pick(random, [
            'then j;',
            'then j;',
            'then j;',
            `then decide d${s}; if ${integer(random)} > 1 then j; else e${s}; action e${s} ${writes(random)} then ${random(4) === 0 ? 'done' : 'j'};`,
            `then decide d${s}; if x > 1 then e${s}; if y > 0 then g${s}; else e${s}; action e${s} ${writes(random)} then m${s}; action g${s} ${writes(random)} then m${s}; merge m${s}; then j;`,
            `then decide d${s}; succession first d${s} then e${s} { @Stochastic::Probability { p = 0.75; } } succession first d${s} then g${s} { @Stochastic::Probability { p = 0.25; } } action e${s} ${writes(random)} then m${s}; action g${s} ${writes(random)} then m${s}; merge m${s}; then j;`,
            `then decide d${s}; if x > 2 then s${s}1x; else j; action s${s}1x assign x := x - 1; then d${s}b; decide d${s}b; if x > 1 then s${s}1x2; else j; action s${s}1x2 assign x := 0; then j;`
        ]);
        const text = `${first} ${end}`;
        // Some strands have features of their own.
        parts.push(random(2) === 0 ? text : text.replace(/\b[xyzdq]\b/g, name => `${name}_${s}`));
    }
    const features = ['', '_0', '_1', '_2'].map(
        s => `attribute x${s} : Integer := 0; attribute y${s} : Integer := 1; attribute z${s} : Integer := 2; part q${s} : Q;
            attribute d${s} : Integer = x${s} + y${s};`
    );
    return `calc def Up { in v : Integer; return : Integer = (v + 1) % 5; }
        action def Add { in a : Integer; out s : Integer; attribute t : Integer := a; assign s := (t + 1) % 4; }
        part def Q { attribute n : Integer := 1; attribute twice : Integer = 2 * n; }
        part def P { ${features.join(' ')}
        constraint low { x + q.n < 5 } constraint even { d % 2 == 0 or z < 3 }
        action a { attribute own : Integer := 0; first start; then fork f; ${parts.join('\n')} join j; then ${pick(random, ['done;', 'action l assign own := x + y; then done;'])} } }
        part p : P;`;
}

/**
 * The text of a part `p` of two or three parts that send each other messages, to ports and to the parts themselves, and accept them as
 * steps: of an action that a part performs, or of one that a machine does beside its transitions.
 */
export function randomTalkers(random: Random): string {
    const count = 2 + (random(3) === 0 ? 1 : 0);
    const part = (n: number): string => {
        const peer = (): number => (n + 1 + random(count - 1)) % count;
        const payload = (): string => pick(random, ['new S1()', 'new D(v = x)', `new D(v = ${random(3)})`]);
        const send = (): string => {
            const to = peer();
            return `send ${payload()} ${pick(random, [`via to${to}`, `via aside${to}`, `to peer${to}`])}`;
        };
        const accept = (): string =>
            pick(random, ['S1 via inlet', 'd : D via inlet', 'd : D via second', 'S1 via second', 'd : D', 'S1', 'after 1 [SI::s]']);
        const step = (i: number): string => {
            const accepted = accept();
            return pick(random, [
                `then action a${i} ${send()};`,
                `then action a${i} { ${send()}; ${shared(random)}; }`,
                `then action a${i} accept ${accepted};${accepted.startsWith('d') ? ` then action b${i} assign x := x * 2 + d.v;` : ''}`,
                `then action a${i} ${shared(random)};`,
                `then action a${i} ${shared(random)};`
            ]);
        };
        const flow = `first start; ${Array.from({ length: 2 + random(2) }, (_, i) => step(i)).join(' ')} then done;`;
        const transition = `transition first s0 accept ${pick(random, ['S1 via inlet', 'd : D via second', 'd : D', 'after 1 [SI::s]'])} ${pick(random, ['', `do ${send()}`, `do ${shared(random)}`])} then s1;`;
        const behaviour =
            random(2) === 0
                ? `perform action life { ${flow} }`
                : `exhibit state life { entry; then s0; state s0 { do action work { ${flow} } } state s1; ${random(3) === 0 ? '' : transition} }`;
        const others = Array.from({ length: count }, (_, i) => i).filter(i => i !== n);
        return `part def M${n} { ref part sys : Shared; attribute x : Integer := ${n}; port inlet; port second;
            ${others.map(i => `port to${i}; port aside${i}; ref part peer${i} : M${i};`).join(' ')} ${behaviour} }`;
    };
    const numbers = Array.from({ length: count }, (_, n) => n);
    const peers = (n: number): string =>
        numbers
            .filter(i => i !== n)
            .map(i => `ref part :>> peer${i} = P::m${i};`)
            .join(' ');
    return `attribute def S1; attribute def D { attribute v : Integer; } ${numbers.map(part).join('\n')}
        part def Shared { attribute t : Integer := 0; attribute u : Integer := 1; } part def P { part board : Shared;
            ${numbers.map(n => `part m${n} : M${n} { ref part :>> sys = P::board; ${peers(n)} }`).join(' ')}
            ${numbers
                .flatMap(a => numbers.filter(b => b !== a).map(b => [a, b]))
                .map(([a, b]) => `connect m${a}.to${b} to m${b}.inlet; connect m${a}.aside${b} to m${b}.second;`)
                .join(' ')}
            attribute seen : Integer := 0; constraint low { board.t + m0.x < 4 }
            exhibit state m { entry; then on; state on; state off;
                transition first on accept after 2 [SI::s] do assign seen := 16 * m0.x + 4 * m1.x + 2 * board.t + board.u then off; } }
        part p : P;`;
}
