/**
 * Writes the rule functions of a compiled parser. The code of a rule depends on what is known at each place: whether the node
 * exists yet (it is made as late as possible), which types it can have, which properties are read. This knowledge
 * flows through rules and fragments until it is stable; then the code is written.
 */
import type { Assign, CallElement, Element, Rule, SequenceElement, TokenElement } from './ir.js';
import type { Constants } from './constants.js';
import { copy, merge, mergeAll, same, type Flow, type NodeDemand } from './flow.js';
import type { Decision, First, Grammar } from './lookahead.js';
import { infixFunction } from './emit-infix.js';
import { RuleFacts } from './rule-facts.js';
import type { NodeType, Property } from './types.js';
import { END, type Tokens } from './tokens.js';

export class RuleEmitter {
    private readonly results = new Map<string, Set<string>>();
    private readonly entries = new Map<string, Flow>();
    private readonly exits = new Map<string, Flow>();
    private readonly facts: RuleFacts;
    private rule!: Rule;
    private temporaries = 0;
    /** The loops over the members of bodies, as code, with their numbers. */
    private loops = new Map<string, number>();

    constructor(
        private readonly grammar: Grammar,
        private readonly types: ReadonlyMap<string, NodeType>,
        private readonly tokens: Tokens,
        private readonly constants: Constants,
        private readonly demand: NodeDemand,
        private readonly phrases: (tokens: ReadonlySet<number>) => string[],
        /** Tokens that start a member: recovery resumes there. */
        private readonly restarts: (first: First) => readonly number[]
    ) {
        this.facts = new RuleFacts(grammar);
    }

    /** The functions of all rules. */
    emit(): string {
        let before = '';
        for (let round = 0; round < 12; round++) {
            this.loops = new Map();
            const text = [...this.grammar.rules.values()].map(rule => this.emitRule(rule)).join('\n');
            const knowledge =
                JSON.stringify([...this.results].map(([name, set]) => [name, [...set].sort()])) +
                JSON.stringify(
                    [...this.entries, ...this.exits].map(([name, flow]) => [
                        name,
                        flow.created,
                        [...flow.types].sort(),
                        [...flow.initial].sort()
                    ])
                );
            if (knowledge === before) {
                return `${text}\n${this.emitLoops()}`;
            }
            before = knowledge;
        }
        throw new Error('The types of the rules do not converge.');
    }

    /** The functions that read the members of bodies, and their choice by number. */
    private emitLoops(): string {
        const functions = [...this.loops].map(([code, number]) => `    private m${number}(n: any): void {\n${code}\n    }\n`);
        const cases = [...this.loops.values()].map(number => `            case ${number}: this.m${number}(n); break;`);
        return `    protected members(loop: number, n: any): void {
        switch (loop) {
${cases.join('\n')}
        }
    }

${functions.join('\n')}`;
    }

    private emitRule(rule: Rule): string {
        this.rule = rule;
        this.temporaries = 0;
        switch (rule.form) {
            case 'value':
                return this.emitValue(rule);
            case 'infix':
                return this.emitInfix(rule);
            case 'fragment':
                return this.emitFragment(rule);
            case 'node':
                return this.emitNode(rule);
        }
    }

    // --- The four forms of rules ---

    private emitNode(rule: Rule): string {
        const flow: Flow = { created: 'no', types: new Set(), initial: new Set([rule.type]), assigned: new Set() };
        const body = this.body(rule.body, flow);
        const onlyCalls = this.facts.isOnlyCalls(rule.body);
        if (flow.created !== 'yes') {
            const before = flow.created;
            this.create(flow);
            body.push(
                before === 'no' ? `n = new N.${rule.type}();` : `if (n === undefined && this.p <= this.eof) n = new N.${rule.type}();`
            );
        }
        this.addResults(rule.name, flow.types);
        flow.types.forEach(type => this.demand.finals.add(type));
        const finish = onlyCalls ? 'n' : 'this.finish(n, b)';
        return this.wrap(rule, `r${rule.name}(): any`, 'let n: any;', body, finish, 'undefined', !onlyCalls);
    }

    private emitFragment(rule: Rule): string {
        const entry = this.entries.get(rule.name);
        if (entry === undefined) {
            return '';
        }
        const flow = copy(entry);
        const body = this.body(rule.body, flow);
        if (this.facts.changing.has(rule.name)) {
            this.exits.set(rule.name, flow);
            const usesStart = body.some(line => /\bb\b/.test(line));
            return this.wrap(rule, `f${rule.name}(n: any, ${usesStart ? 'b' : '_b'}: number): any`, '', body, 'n', 'n', false);
        }
        const parameter = this.facts.assignments.get(rule.name)!.size > 0 ? 'n: any' : '';
        return this.wrap(rule, `f${rule.name}(${parameter}): void`, '', body, '', '', false);
    }

    private emitValue(rule: Rule): string {
        const type = rule.type === 'boolean' ? 'boolean' : 'string';
        const convert = (text: string): string => (type === 'boolean' ? `(${text}) === 'true'` : text);
        if (this.facts.isSingleToken(rule.body)) {
            const first = this.grammar.first(rule.body);
            const isNamed = [...first.tokens].some(kind => !this.tokens.keywords.has(this.tokens.names[kind]));
            const value = isNamed ? 'this.valueAt(t)' : 'TEXTS[this.kinds[t]]';
            return (
                `    v${rule.name}(): ${type} | undefined {\n        const t = this.p;\n        if (${this.constants.has(first.tokens, 'this.kinds[t]')}) {\n` +
                `            this.p = t + 1;\n            return ${convert(value)};\n        }\n` +
                `        this.fail(${this.expected(first.tokens)});\n        return undefined;\n    }\n`
            );
        }
        const flow: Flow = { created: 'yes', types: new Set(), initial: new Set(), assigned: new Set() };
        return this.wrap(
            rule,
            `v${rule.name}(): ${type} | undefined`,
            '',
            this.body(rule.body, flow),
            convert('this.spelling(b)'),
            'undefined',
            true
        );
    }

    private emitInfix(rule: Rule): string {
        const powers = this.constants.add(
            'P',
            `powers(COUNT, [${rule.operators.map(o => `[${o.kind}, ${o.power * 2 + (o.right ? 1 : 0)}]`).join(', ')}])`
        );
        const loop = (rule.body as SequenceElement).elements[1];
        const decision = this.grammar.decisions.get(loop)!;
        this.demand.classes.add(rule.type);
        this.demand.finals.add(rule.type);
        this.addResults(rule.name, new Set([rule.type, ...(this.results.get(rule.operand!) ?? [])]));
        const goesOn = this.constants.condition(decision);
        return infixFunction(rule, powers, goesOn);
    }

    private wrap(
        rule: Rule,
        signature: string,
        declare: string,
        body: string[],
        result: string,
        tooDeep: string,
        needsStart: boolean
    ): string {
        const lines = [`    ${signature} {`];
        const isGuarded = this.facts.cyclic.has(rule.name);
        if (isGuarded) {
            lines.push(`        if (++this.depth > this.maxDepth && this.tooDeep()) return${tooDeep === '' ? '' : ` ${tooDeep}`};`);
        }
        if (needsStart || (!signature.includes('b: number') && body.some(line => /\bb\b/.test(line)))) {
            lines.push('        const b = this.p;');
        }
        if (body.some(line => line.includes('links'))) {
            lines.push('        let links = 0;');
        }
        if (declare !== '') {
            lines.push(`        ${declare}`);
        }
        lines.push(...body.map(line => `        ${line}`));
        if (isGuarded) {
            lines.push('        this.depth--;');
        }
        if (result !== '') {
            lines.push(`        return ${result};`);
        }
        lines.push('    }', '');
        return lines.join('\n');
    }

    // --- Elements ---

    private body(element: Element, flow: Flow): string[] {
        return this.element(element, flow, undefined);
    }

    /** Code of an element. `known` are the tokens that can be next here, where a decision has just looked. */
    private element(element: Element, flow: Flow, known: ReadonlySet<number> | undefined): string[] {
        switch (element.is) {
            case 'token':
                return this.token(element, flow, known);
            case 'call':
                return this.call(element, flow);
            case 'action':
                return this.action(element.type, element.assign, flow);
            case 'sequence':
                return this.sequence(element, flow, known);
            case 'alternatives':
                return this.alternatives(element, flow, known);
            case 'repeat':
                return this.repeat(element, flow, undefined);
        }
    }

    private sequence(element: SequenceElement, flow: Flow, known: ReadonlySet<number> | undefined): string[] {
        const lines: string[] = [];
        let ahead = known;
        const open = element.elements.findIndex(part => part.is === 'token' && this.tokens.names[part.kind] === '{');
        const close = element.elements.findIndex((part, at) => at > open && part.is === 'token' && this.tokens.names[part.kind] === '}');
        const isRoot = this.rule.entry && element === this.rule.body;
        element.elements.forEach((part, at) => {
            const isBody = (open >= 0 && at > open && at < close) || (isRoot && at === element.elements.length - 1);
            if (part.is === 'repeat' && part.cardinality === '*' && isBody) {
                lines.push(...this.repeat(part, flow, isRoot ? 'root' : 'body'));
            } else {
                lines.push(...this.element(part, flow, ahead));
            }
            if (part.is !== 'action') {
                ahead = undefined;
            }
        });
        return lines;
    }

    private token(element: TokenElement, flow: Flow, known: ReadonlySet<number> | undefined): string[] {
        const isKnown = known?.size === 1 && known.has(element.kind);
        const { assign } = element;
        if (assign === undefined) {
            return [isKnown ? 'this.p++;' : `this.take(${element.kind});`];
        }
        const create = this.create(flow);
        const store = this.store(
            assign,
            flow,
            element.terminal === undefined ? JSON.stringify(this.tokens.names[element.kind]) : this.tokenValue(element.terminal),
            't'
        );
        const usesPlace = store.some(line => /\bt\b/.test(line));
        const lines = [...create];
        const inner = isKnown ? ['this.p++;', ...store] : [`if (this.take(${element.kind})) {`, ...indent(store), '}'];
        return usesPlace ? [...lines, '{', ...indent(['const t = this.p;', ...inner]), '}'] : [...lines, ...inner];
    }

    private tokenValue(terminal: string): string {
        const { class: tokenClass, valueType } = this.tokens.terminals.get(terminal)!;
        if (valueType === 'number') {
            return 'Number(this.textAt(t))';
        }
        if (valueType !== 'string') {
            throw new Error(`Terminal ${terminal}: values of type ${valueType} are not supported (string or number).`);
        }
        return tokenClass === 'word' || tokenClass === 'quoted' || tokenClass === 'string' ? 'this.valueAt(t)' : 'this.textAt(t)';
    }

    /** Lines that store a value (not a node) in a property. */
    private store(assign: Assign, flow: Flow, value: string, place: string): string[] {
        const property = this.propertyOf(assign, flow, 'value');
        flow.assigned.add(assign.property);
        if (assign.operator === '?=') {
            return [`n.${property.name} = true;`];
        }
        if (assign.operator === '+=') {
            return [`n.${property.name} = appendValue(n.${property.name}, ${value});`];
        }
        const lines = [`n.${property.name} = ${value};`];
        if (property.name === 'name') {
            lines.push(`n.$name = this.starts[${place}];`, 'n.$nameEnd = this.ends[this.p - 1];');
        }
        return lines;
    }

    private call(element: CallElement, flow: Flow): string[] {
        const target = this.grammar.rules.get(element.rule)!;
        if (target.form === 'fragment') {
            if (element.assign !== undefined) {
                throw new Error(`Rule ${this.rule.name}: fragment ${target.name} cannot be assigned.`);
            }
            return this.callFragment(target, flow);
        }
        if (target.form === 'value') {
            return this.callValue(element, target, flow);
        }
        const nullable = this.grammar.firsts.get(target.name)!.nullable;
        const result = this.results.get(target.name) ?? new Set<string>();
        if (element.assign === undefined) {
            return this.rule.form === 'value'
                ? this.unsupported(`value rule calls ${target.name}`)
                : this.adopt(target, flow, result, nullable);
        }
        const lines = this.create(flow);
        const { assign } = element;
        const property = this.propertyOf(assign, flow, 'node');
        flow.assigned.add(assign.property);
        const c = this.temporary();
        const q = nullable ? this.temporary() : '';
        const consumed = nullable ? ` && this.p !== ${q}` : '';
        const set =
            assign.operator === '+='
                ? `n.${property.name} = append(n.${property.name}, ${c}, n, '${property.name}');`
                : `n.${property.name} = ${c}; ${c}.$container = n; ${c}.$containerProperty = '${property.name}';`;
        return [
            ...lines,
            ...(nullable ? [`const ${q} = this.p;`] : []),
            `const ${c} = this.r${target.name}();`,
            `if (${c} !== undefined${consumed}) { ${set} }`
        ];
    }

    private callValue(element: CallElement, target: Rule, flow: Flow): string[] {
        if (element.assign === undefined) {
            return [`this.v${target.name}();`];
        }
        const lines = this.create(flow);
        const v = this.temporary();
        const t = this.temporary();
        const store = this.store(element.assign, flow, v, t);
        const usesPlace = store.some(line => line.includes(`[${t}]`));
        return [
            ...lines,
            ...(usesPlace ? [`const ${t} = this.p;`] : []),
            `const ${v} = this.v${target.name}();`,
            `if (${v} !== undefined) {`,
            ...indent(store),
            '}'
        ];
    }

    private callFragment(target: Rule, flow: Flow): string[] {
        const assigned = this.facts.assignments.get(target.name)!;
        if (this.facts.changing.has(target.name)) {
            this.enterFragment(target.name, flow);
            const exit = this.exits.get(target.name);
            if (exit !== undefined) {
                flow.created = exit.created === 'yes' ? 'yes' : flow.created === 'yes' ? 'yes' : exit.created;
                flow.types = new Set(exit.types);
                exit.assigned.forEach(name => flow.assigned.add(name));
            }
            return [`n = this.f${target.name}(n, b);`];
        }
        const call = `this.f${target.name}(${assigned.size > 0 ? 'n' : ''});`;
        const first = this.grammar.firsts.get(target.name)!;
        // A fragment that may read nothing is only entered when it reads something: then the node need not exist for it.
        const asks = first.nullable && first.tokens.size > 0;
        const before = copy(flow);
        const create = assigned.size > 0 ? this.create(flow) : [];
        this.enterFragment(target.name, flow);
        assigned.forEach(name => flow.assigned.add(name));
        if (!asks) {
            return [...create, call];
        }
        merge(flow, before);
        return [`if (${this.constants.has(first.tokens, 'this.kinds[this.p]')}) {`, ...indent([...create, call]), '}'];
    }

    private enterFragment(name: string, flow: Flow): void {
        const entry = this.entries.get(name);
        if (entry === undefined) {
            this.entries.set(name, { ...copy(flow), initial: new Set(flow.created === 'yes' ? [] : flow.initial) });
        } else {
            merge(entry, flow.created === 'yes' ? { ...flow, initial: new Set() } : flow);
            flow.assigned.forEach(property => entry.assigned.add(property));
        }
    }

    /** An unassigned call: its node takes the place of the rule's own, and takes over what was read so far. */
    private adopt(target: Rule, flow: Flow, result: ReadonlySet<string>, nullable: boolean): string[] {
        if (nullable) {
            this.unsupported(`unassigned call of ${target.name}, which may read nothing`);
        }
        const lines: string[] = [];
        if (flow.created === 'no') {
            lines.push(`n = this.r${target.name}();`);
        } else {
            const c = this.temporary();
            const moves = [...flow.assigned].map(name => {
                for (const type of result) {
                    const property = this.types.get(type)?.property.get(name);
                    if (property === undefined || property.kind === 'boolean') {
                        this.unsupported(
                            `${name} was read before ${target.name}, but ${type} ${property === undefined ? 'has no such property' : 'would lose the flag'}`
                        );
                    }
                }
                return this.move(name, c);
            });
            lines.push(
                `const ${c} = this.r${target.name}();`,
                `if (${c} !== undefined) {`,
                ...indent([...(moves.length > 0 ? ['if (n !== undefined) {', ...indent(moves), '}'] : []), `n = ${c};`]),
                '}'
            );
        }
        flow.created = 'yes';
        flow.types = new Set(result);
        return lines;
    }

    private move(name: string, to: string): string {
        const property = [...this.types.values()].map(type => type.property.get(name)).find(found => found !== undefined)!;
        if (property.array) {
            return `${to}.${name} = prepend(n.${name}, ${to}.${name}, ${to}, ${property.kind === 'node'});`;
        }
        const link = property.kind === 'node' ? ` if (n.${name} !== undefined) n.${name}.$container = ${to};` : '';
        const place = name === 'name' ? ` ${to}.$name = n.$name; ${to}.$nameEnd = n.$nameEnd;` : '';
        return `if (${to}.${name} === undefined) { ${to}.${name} = n.${name};${link}${place} }`;
    }

    private action(type: string, assign: Assign | undefined, flow: Flow): string[] {
        if (!this.types.has(type)) {
            this.unsupported(`action of type ${type}, which is no declared interface`);
        }
        this.demand.classes.add(type);
        if (assign !== undefined) {
            const create = this.create(flow);
            const c = this.temporary();
            flow.types = new Set([type]);
            const property = this.propertyOf(assign, flow, 'node');
            flow.assigned = new Set([assign.property]);
            const set =
                assign.operator === '+='
                    ? `n.${property.name} = append(n.${property.name}, ${c}, n, '${property.name}');`
                    : `n.${property.name} = ${c}; ${c}.$container = n; ${c}.$containerProperty = '${property.name}';`;
            return [
                ...create,
                `const ${c} = this.finish(n, b);`,
                `n = new N.${type}();`,
                `if (${c} !== undefined) { ${set} }`,
                'this.chain(++links);'
            ];
        }
        const sources = [...flow.types].filter(source => source !== type);
        const lines: string[] = [];
        if (flow.created === 'no') {
            lines.push(`n = new N.${type}();`);
        } else {
            for (const source of sources) {
                const conversions = this.demand.conversions.get(type) ?? new Set();
                this.demand.conversions.set(type, conversions.add(source));
                this.demand.classes.add(source);
            }
            const lost = [...flow.assigned].filter(name => !this.types.get(type)!.property.has(name));
            if (lost.length > 0) {
                this.unsupported(`${lost.join(', ')} may be read before {${type}}, which has no such property`);
            }
            const convert = sources.length === 0 ? 'n' : `N.to${type}(n)`;
            lines.push(
                flow.created === 'maybe'
                    ? `n = n === undefined ? new N.${type}() : ${convert};`
                    : sources.length === 0
                      ? ''
                      : `n = ${convert};`
            );
        }
        flow.created = 'yes';
        flow.types = new Set([type]);
        return lines.filter(line => line !== '');
    }

    private alternatives(element: Element & { is: 'alternatives' }, flow: Flow, known: ReadonlySet<number> | undefined): string[] {
        const decision = this.grammar.decisions.get(element)!;
        const simple = this.keywordChoice(element, flow, known);
        if (simple !== undefined) {
            return simple;
        }
        const all = new Set(decision.firsts.flatMap(first => [...first.tokens]));
        const before = copy(flow);
        const ends: Flow[] = [];
        const cases = element.elements.flatMap((part, at) => {
            const branch = copy(before);
            const labels = decision.oneToken ? [...decision.firsts[at].tokens].map(kind => `case ${kind}:`).join(' ') : `case ${at + 1}:`;
            const lines = this.element(part, branch, decision.oneToken ? decision.firsts[at].tokens : undefined);
            ends.push(branch);
            return [`${labels} {`, ...indent([...lines, 'break;']), '}'];
        });
        Object.assign(flow, ends[0]);
        ends.slice(1).forEach(end => merge(flow, end));
        ends.forEach(end => end.assigned.forEach(name => flow.assigned.add(name)));
        const subject = decision.oneToken ? 'this.kinds[this.p]' : this.constants.decide(decision);
        return [`switch (${subject}) {`, ...indent(cases), `    default: this.fail(${this.expected(all)});`, '}'];
    }

    /** Alternatives of keywords that all go to the same place need no branches. */
    private keywordChoice(
        element: Element & { is: 'alternatives' },
        flow: Flow,
        known: ReadonlySet<number> | undefined
    ): string[] | undefined {
        const parts = element.elements;
        if (
            !parts.every(
                (part): part is TokenElement =>
                    part.is === 'token' &&
                    part.terminal === undefined &&
                    part.assign?.property === (parts[0] as TokenElement).assign?.property &&
                    part.assign?.operator === (parts[0] as TokenElement).assign?.operator
            )
        ) {
            return undefined;
        }
        const tokens = new Set(parts.map(part => part.kind));
        const { assign } = parts[0];
        const create = assign === undefined ? [] : this.create(flow);
        const store = assign === undefined ? [] : this.store(assign, flow, 'TEXTS[this.kinds[this.p]]', 'this.p');
        const take = [...store, 'this.p++;'];
        if (known !== undefined && [...known].every(kind => tokens.has(kind))) {
            return [...create, ...take];
        }
        return [
            ...create,
            `if (${this.constants.has(tokens, 'this.kinds[this.p]')}) {`,
            ...indent(take),
            `} else this.fail(${this.expected(tokens)});`
        ];
    }

    private repeat(element: Element & { is: 'repeat' }, flow: Flow, body: 'root' | 'body' | undefined): string[] {
        const first = this.grammar.first(element.element);
        if (first.nullable && element.cardinality !== '?') {
            this.unsupported('a repetition of something that may be nothing');
        }
        const decision = this.grammar.decisions.get(element)!;
        const before = copy(flow);
        let lines: string[] = [];
        const known = decision.oneToken ? first.tokens : undefined;
        if (element.cardinality === '?') {
            lines = this.element(element.element, flow, known);
            mergeAll(flow, before);
            return [`if (${this.constants.condition(decision)}) {`, ...indent(lines), '}'];
        }
        // A round may start from what an earlier round left.
        for (let round = 0; round < 4; round++) {
            const start = copy(flow);
            const end = copy(flow);
            lines = this.element(element.element, end, element.cardinality === '*' ? known : undefined);
            mergeAll(flow, end);
            if (element.cardinality === '+' && start.created === 'no' && end.created === 'yes') {
                // The first round always runs: what it makes is there afterwards.
                Object.assign(flow, end, { types: new Set([...start.types, ...end.types]) });
            }
            if (same(start, flow)) {
                break;
            }
        }
        if (element.cardinality === '+') {
            return ['do {', ...indent(lines), `} while (${this.constants.condition(decision)});`];
        }
        if (body === undefined) {
            return [`while (${this.constants.condition(decision)}) {`, ...indent(lines), '}'];
        }
        return this.bodyLoop(element, decision, first, lines, body);
    }

    /**
     * The loop over the members of a body, which goes on behind a member with a syntax error. Where the parser needs nothing else than the
     * node and reads only members, it is a function of its own: the parser passes by bodies that it knows.
     */
    private bodyLoop(element: Element, decision: Decision, first: First, lines: string[], body: 'root' | 'body'): string[] {
        const exits = body === 'root' ? new Set([END]) : this.grammar.rests.get(element)!.tokens;
        const restarts = this.constants.set(this.restarts(first));
        const q = this.temporary();
        const loop = [
            'for (;;) {',
            ...indent([
                `const ${q} = this.p;`,
                `if (${this.constants.condition(decision)}) {`,
                ...indent([...lines, 'if (this.p <= this.eof) continue;']),
                `} else if (${this.constants.has(exits, 'this.kinds[this.p]')}) {`,
                '    break;',
                '} else {',
                `    this.fail(${this.expected(new Set([...first.tokens, ...exits]))});`,
                '}',
                `if (!this.recover(${q}, ${body === 'root'}, ${restarts})) break;`
            ]),
            '}'
        ];
        const assigned = lines.flatMap(line => /\bn(?:\.\w+)? = /.exec(line)?.[0] ?? []);
        if (body === 'root' || assigned.some(each => each !== 'n.members = ') || lines.some(line => /\bb\b/.test(line))) {
            return loop;
        }
        const code = indent(indent(loop)).join('\n');
        const number = this.loops.get(code) ?? this.loops.size;
        this.loops.set(code, number);
        return [`this.body(n, ${number});`];
    }

    // --- Decisions and constants ---

    private expected(tokens: ReadonlySet<number>): string {
        return this.constants.add('E', JSON.stringify(this.phrases(tokens)));
    }

    // --- Knowledge ---

    /** Makes sure that the node exists. */
    private create(flow: Flow): string[] {
        if (flow.created === 'yes') {
            return [];
        }
        if (flow.initial.size !== 1) {
            this.unsupported(
                `the node's type is not known here (${[...flow.initial].join(', ')}): put an action before the call of the fragment`
            );
        }
        const [type] = flow.initial;
        if (!this.types.has(type)) {
            this.unsupported(`type ${type} is no declared interface`);
        }
        this.demand.classes.add(type);
        const line = `${flow.created === 'maybe' ? 'if (n === undefined) ' : ''}n = new N.${type}();`;
        flow.created = 'yes';
        flow.types = new Set([...flow.types, type]);
        return [line];
    }

    private propertyOf(assign: Assign, flow: Flow, kind: 'node' | 'value'): Property {
        let found: Property | undefined;
        for (const type of flow.types) {
            const property = this.types.get(type)?.property.get(assign.property);
            if (property === undefined) {
                this.unsupported(`${type} has no property ${assign.property}`);
            }
            if (
                (property.kind === 'node') !== (kind === 'node') ||
                property.array !== (assign.operator === '+=') ||
                (property.kind === 'boolean') !== (assign.operator === '?=' || property.kind === 'boolean')
            ) {
                this.unsupported(`${type}.${assign.property} does not fit the assignment ${assign.property}${assign.operator}…`);
            }
            found = property;
        }
        return (
            found ?? {
                name: assign.property,
                kind: kind === 'node' ? 'node' : 'string',
                array: assign.operator === '+=',
                optional: true,
                text: '',
                targets: []
            }
        );
    }

    private addResults(rule: string, types: ReadonlySet<string>): void {
        const results = this.results.get(rule) ?? new Set<string>();
        types.forEach(type => results.add(type));
        this.results.set(rule, results);
    }

    private temporary(): string {
        return `c${this.temporaries++}`;
    }

    private unsupported(reason: string): never {
        throw new Error(`Rule ${this.rule.name}: ${reason}.`);
    }
}

function indent(lines: readonly string[]): string[] {
    return lines.map(line => `    ${line}`);
}
