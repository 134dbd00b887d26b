/**
 * Whole models made by chance over the constructs of both languages, each without syntax errors; for round trips. Knows the notation only.
 */

type Below = (below: number) => number;

/** What a model has declared so far, to refer to. */
type Kind =
    'part' | 'item' | 'attribute' | 'port' | 'action' | 'state' | 'requirement' | 'constraint' | 'calc' | 'metadata' | 'enumeration';

class Maker {
    private count = 0;
    private readonly declared = new Map<Kind, string[]>();

    constructor(readonly below: Below) {}

    one<T>(list: readonly T[]): T {
        return list[this.below(list.length)];
    }

    chance(percent: number): boolean {
        return this.below(100) < percent;
    }

    maybe(percent: number, make: () => string): string {
        return this.chance(percent) ? make() : '';
    }

    some(most: number, make: (i: number) => string): string[] {
        return Array.from({ length: this.below(most + 1) }, (_, i) => make(i));
    }

    /** A name that nothing has yet, of now and then unusual spelling. */
    fresh(stem: string): string {
        const n = this.count++;
        return this.one([`${stem}${n}`, `${stem}${n}`, `${stem}_${n}`, `'${stem} ${n}'`, `'${stem}::${n}'`, `'größe ${n}'`]);
    }

    definition(kind: Kind, stem: string): string {
        const name = this.fresh(stem);
        this.declared.set(kind, [...(this.declared.get(kind) ?? []), name]);
        return name;
    }

    /** A definition of a kind that stands already; undefined without. */
    known(kind: Kind): string | undefined {
        const names = this.declared.get(kind);
        return names === undefined ? undefined : this.one(names);
    }

    typed(kind: Kind, percent = 80): string {
        const name = this.chance(percent) ? this.known(kind) : undefined;
        return name === undefined ? '' : ` : ${name}`;
    }

    general(kind: Kind): string {
        const name = this.chance(30) ? this.known(kind) : undefined;
        return name === undefined ? '' : ` :> ${name}`;
    }

    multiplicity(): string {
        return this.one([
            '',
            '',
            '',
            ' [1]',
            ' [0..1]',
            ' [*]',
            ' [2..5]',
            ' [1..*] ordered',
            ' [0..*] nonunique',
            ' [3] ordered nonunique'
        ]);
    }

    number(): string {
        return this.one(['0', '7', '12345678901234567890', '1.5', '0.25', '2.0E3', '1E-2', '-3', '- 4.5']);
    }

    /** An expression over numbers. */
    arithmetic(depth = 2): string {
        if (depth === 0) {
            return this.number();
        }
        const operand = (): string => (this.chance(50) ? `(${this.arithmetic(depth - 1)})` : this.arithmetic(depth - 1));
        return this.one([
            () => this.number(),
            () => `(${this.arithmetic(depth - 1)}) ${this.one(['+', '-', '*', '/', '**', '^', '%'])} (${this.arithmetic(depth - 1)})`,
            () => `${operand()} + ${operand()} * ${operand()}`,
            () => `(if ${this.condition(depth - 1)} ? ${this.arithmetic(depth - 1)} else ${this.arithmetic(depth - 1)})`,
            () => `(1, 2, ${this.number()})#(${1 + this.below(3)})`,
            () => `(3, 4)->ControlFunctions::reduce { in a; in b; a + b }`,
            () => `(1, 2, 3).{ in x; x * ${this.below(9)} }`,
            () => `(1, 2, 3).?{ in x; x > ${this.below(4)} }`,
            () => `NumericalFunctions::max(${this.arithmetic(depth - 1)}, ${this.arithmetic(depth - 1)})`,
            () => `${1 + this.below(9)} [SI::${this.one(['kg', 'm', 's'])}]`,
            () => 'null',
            () => `"a ${this.one(['quote \\"', 'line \\n', 'tab \\t', 'back \\\\', 'ü'])}"`
        ])();
    }

    condition(depth = 1): string {
        return depth === 0
            ? this.one(['true', 'false'])
            : this.one([
                  () => `${this.number()} ${this.one(['<', '>', '<=', '>=', '==', '!=', '===', '!=='])} ${this.number()}`,
                  () => `not (${this.condition(depth - 1)})`,
                  () =>
                      `(${this.condition(depth - 1)}) ${this.one(['and', 'or', 'xor', 'implies', '&', '|'])} (${this.condition(depth - 1)})`
              ])();
    }

    value(): string {
        return this.one([
            '',
            '',
            ` = ${this.arithmetic()}`,
            ` := ${this.arithmetic(1)}`,
            ` default = ${this.arithmetic(1)}`,
            ` default ${this.number()}`
        ]);
    }

    visibility(): string {
        return this.one(['', '', '', '', 'private ', 'protected ', 'public ']);
    }

    documentation(): string {
        return this.one([
            'doc /* what it is */',
            `doc /*\n * two\n * lines\n */`,
            `doc ${this.fresh('d')} /* named */`,
            `comment /* a comment */`,
            'rep language "ocl" /* self.x > 1 */',
            '// a note\n',
            '/* text between */'
        ]);
    }

    body(members: readonly string[]): string {
        const all = this.chance(15) ? [this.documentation(), ...members] : members;
        return all.length === 0 ? this.one([';', ' { }']) : ` {\n${all.join('\n')}\n}`;
    }
}

const DEFINITIONS: Readonly<Record<string, (m: Maker) => string>> = {
    part: m => {
        const general = m.general('part');
        const members = [...m.some(3, () => attributeOf(m)), ...m.some(2, () => usageOf(m)), ...m.some(1, () => connected(m))];
        return (
            `${m.one(['', '', 'abstract ', 'variation '])}part def ${m.definition('part', 'Part')}${general}`.replace(/^variation /, '') +
            m.body(members)
        );
    },
    individual: m => `individual part def ${m.definition('part', 'One')}${m.general('part')};`,
    item: m =>
        `item def ${m.maybe(30, () => `<${m.fresh('s')}> `)}${m.definition('item', 'Item')}${m.body(m.some(2, () => attributeOf(m)))}`,
    attribute: m => `attribute def ${m.definition('attribute', 'Value')}${m.body(m.some(2, () => attributeOf(m)))}`,
    enumeration: m =>
        `enum def ${m.definition('enumeration', 'Level')} {\n${[1, 2].map(() => `${m.maybe(30, () => 'enum ')}${m.fresh('low')};`).join('\n')}\n}`,
    port: m =>
        `port def ${m.definition('port', 'Port')}${m.body(m.some(2, () => `${m.one(['in', 'out', 'inout'])} item ${m.fresh('i')}${m.typed('item')};`))}`,
    action: m => `action def ${m.definition('action', 'Act')}${m.body(actionMembers(m))}`,
    calc: m =>
        `calc def ${m.definition('calc', 'Calc')} { in a : ScalarValues::Real; in b : ScalarValues::Real = 2.0; ${m.one(['a * b + 1', 'return : ScalarValues::Real = a ** b;', 'return r = if a > b ? a else b;'])} }`,
    constraint: m =>
        `constraint def ${m.definition('constraint', 'Limit')} { in x : ScalarValues::Real; x ${m.one(['<', '>='])} ${m.number()} }`,
    requirement: m =>
        `requirement def ${m.maybe(30, () => `<'${m.fresh('R').replaceAll("'", '')}'> `)}${m.definition('requirement', 'Need')}${m.body(
            [
                ...m.maybe(50, () => `subject ${m.fresh('s')}${m.typed('part')};`).split('\n'),
                `attribute ${m.fresh('limit')} : ScalarValues::Real;`,
                m.maybe(40, () => `actor ${m.fresh('a')}${m.typed('part')};`),
                m.maybe(30, () => `stakeholder ${m.fresh('k')}${m.typed('part')};`),
                m.maybe(40, () => `assume constraint { ${m.condition()} }`),
                `require constraint ${m.maybe(40, () => m.fresh('c'))} { ${m.condition()} }`
            ].filter(text => text !== '')
        )}`,
    state: m => `state def ${m.definition('state', 'Mode')} {\n${stateMembers(m).join('\n')}\n}`,
    metadata: m => `metadata def ${m.definition('metadata', 'Mark')} { attribute level : ScalarValues::Integer; }`,
    connection: m =>
        `connection def ${m.fresh('Link')} { end ${m.fresh('x')}${m.typed('part')}; end part ${m.fresh('y')}${m.typed('part')}${m.one(['', ' [0..*]'])}; }`,
    occurrence: m => `occurrence def ${m.fresh('Event')}${m.body([])}`,
    view: m =>
        `view ${m.fresh('view')} { expose ${m.known('part') ?? 'ScalarValues'}${m.one(['::**', '::*', ''])}; filter ${m.condition()}; render Views::asTreeDiagram; }`,
    case: m =>
        `${m.one(['case', 'analysis', 'verification', 'use case'])} def ${m.fresh('Case')} { subject ${m.fresh('s')}${m.typed('part')}; objective ${m.fresh('o')} { doc /* why */ } }`
};

function attributeOf(m: Maker): string {
    return `${m.visibility()}${m.one(['', '', 'derived ', 'abstract ', 'constant ', 'ref '])}attribute ${m.fresh('a')}${m.one([
        ' : ScalarValues::Real',
        m.typed('attribute'),
        m.typed('enumeration')
    ])}${m.multiplicity()}${m.value()};`.replace(/(abstract|constant|ref) attribute/, 'attribute');
}

function usageOf(m: Maker): string {
    const prefix = m.maybe(15, () => {
        const mark = m.known('metadata');
        return mark === undefined ? '' : `#${mark} `;
    });
    const usage = m.one([
        () => `part ${m.fresh('p')}${m.typed('part')}${m.multiplicity()}${m.body(m.some(2, () => attributeOf(m)))}`,
        () => `ref item ${m.fresh('i')}${m.typed('item')}${m.multiplicity()};`,
        () => `port ${m.fresh('q')}${m.known('port') === undefined ? '' : ` : ${m.one(['', '~'])}${m.known('port')}`};`,
        () => `occurrence ${m.fresh('o')};`,
        () => `perform action ${m.fresh('b')}${m.typed('action')};`,
        () => `exhibit state ${m.fresh('t')}${m.typed('state')};`,
        () => `assert ${m.one(['', 'not '])}constraint ${m.fresh('c')} { ${m.condition()} }`,
        () => `variation part ${m.fresh('v')} { variant part ${m.fresh('w')}; variant part ${m.fresh('w')}; }`,
        () => `event occurrence ${m.fresh('e')};`,
        () => `snapshot ${m.fresh('n')};`,
        () => `timeslice ${m.fresh('n')};`,
        () => `part : ${m.known('part') ?? 'Parts::Part'};`
    ])();
    return /^(?:snapshot|timeslice|variation|ref) /.test(usage) ? usage : prefix + usage;
}

/** Parts that are tied to each other. */
function connected(m: Maker): string {
    const [a, b, c] = [m.fresh('l'), m.fresh('r'), m.fresh('z')];
    return `part ${a} { attribute n; port q; } part ${b} { attribute n; port q; } part ${c};\n${m.one([
        `connect ${a} to ${b};`,
        `connection ${m.fresh('c')} connect ${a} to ${b};`,
        `connection connect (${a}, ${b}, ${c});`,
        `connect [1] ${a} to [0..1] ${b};`,
        `bind ${a}.n = ${b}.n;`,
        `interface ${a}.q to ${b}.q;`,
        `flow ${a}.n to ${b}.n;`,
        `succession flow from ${a}.n to ${b}.n;`,
        `message ${m.fresh('g')} from ${a} to ${b};`,
        `allocate ${a} to ${b};`,
        `dependency ${m.fresh('d')} from ${a} to ${b}, ${c};`
    ])}`;
}

function actionMembers(m: Maker): string[] {
    const [a, b] = [m.fresh('x'), m.fresh('x')];
    const [n] = [m.fresh('n')];
    const statements = [
        `assign ${n} := ${m.arithmetic(1)};`,
        `action ${a} { ${m.maybe(50, () => `out ${m.fresh('o')};`)} } then action ${b};`,
        `if ${m.condition()} { assign ${n} := 1; } else { assign ${n} := 2; }`,
        `while ${n} < 3 { assign ${n} := ${n} + 1; }`,
        `for i in (1, 2, 3) { assign ${n} := i; }`,
        `action ${m.fresh('s')} send ${m.number()} to ${n};`,
        `action ${m.fresh('r')} accept ${m.fresh('s')}${m.typed('item')};`,
        `accept after ${1 + m.below(9)} [SI::s];`,
        `perform ${m.fresh('zz').replace(/.*/, 'start')};`.replace('perform start', 'perform action'),
        `fork f1; merge m1; join j1; decide d1;`,
        `terminate;`
    ];
    return [
        m.maybe(50, () => `in ${m.fresh('i')}${m.typed('item')};`),
        m.maybe(50, () => `out ${m.fresh('o')} : ScalarValues::Real;`),
        `attribute ${n} : ScalarValues::Integer := 0;`,
        m.maybe(40, () => 'first start;'),
        m.one(statements),
        m.one(statements).replace(/\b(f1|m1|j1|d1)\b/g, '$1b'),
        m.maybe(40, () => 'then done;')
    ].filter((text, i, all) => text !== '' && all.indexOf(text) === i);
}

function stateMembers(m: Maker): string[] {
    const [a, b] = [m.fresh('s'), m.fresh('s')];
    return [
        m.one(['entry; then ' + a + ';', 'entry action ' + m.fresh('e') + '; then ' + a + ';', '']),
        m.maybe(30, () => `do action ${m.fresh('d')} { }`),
        `state ${a};`,
        `state ${b} ${m.one([';', `{ ${m.maybe(60, () => 'entry; ')}state ${m.fresh('s')}; }`])}`,
        `transition ${m.maybe(60, () => m.fresh('t'))} first ${a} ${m.one([
            '',
            `accept ${m.known('item') ?? 'ScalarValues::Real'}`,
            `accept ${m.fresh('g')}${m.typed('item', 100)}`,
            'accept after 3 [SI::s]',
            `accept when ${m.condition()}`
        ])} ${m.maybe(40, () => `if ${m.condition()}`)} ${m.maybe(30, () => `do action ${m.fresh('f')}`)} then ${b};`,
        m.maybe(40, () => `transition first ${b} then ${a};`)
    ].filter(text => text !== '');
}

/** A model of SysML. */
export function randomSysml(below: Below): string {
    const m = new Maker(below);
    const kinds = Object.values(DEFINITIONS);
    const members = [
        m.maybe(50, () => 'private import ScalarValues::*;'),
        m.maybe(30, () => 'public import SI::kg;'),
        ...Array.from({ length: 6 + below(8) }, () => m.visibility() + m.one(kinds)(m)),
        ...m.some(4, () => usageOf(m)),
        m.maybe(40, () => connected(m)),
        m.maybe(30, () => `alias ${m.fresh('Also')} for ${m.known('part') ?? 'ScalarValues::Real'};`),
        m.maybe(30, () => `package ${m.fresh('Inner')} { part ${m.fresh('p')}${m.typed('part')}; ${m.documentation()}\n }`),
        m.maybe(30, () => (m.known('requirement') === undefined ? '' : `satisfy ${m.known('requirement')};`)),
        m.maybe(30, () => (m.known('metadata') === undefined ? '' : `@${m.known('metadata')} { level = 3; }`))
    ].filter(text => text !== '');
    return `${m.one(['', 'library '])}package ${m.fresh('P')} {\n${members.join('\n')}\n}\n`;
}

/** A model of KerML. */
export function randomKerml(below: Below): string {
    const m = new Maker(below);
    const types: string[] = [];
    const type = (): string => (types.length === 0 ? 'Base::Anything' : m.one(types));
    const named = (stem: string): string => {
        const name = m.fresh(stem);
        types.push(name);
        return name;
    };
    const features: string[] = [];
    const feature = (): string => {
        const before = [...features];
        const name = m.fresh('f');
        const clauses = m.one([
            '',
            ` : ${type()}`,
            ...(before.length > 0
                ? [` subsets ${m.one(before)}`, ` : ${type()} redefines ${m.one(before)}`, ` references ${m.one(before)}`]
                : [])
        ]);
        const text = `${m.one(['', '', 'in ', 'out ', 'derived ', 'abstract ', 'composite ', 'portion '])}feature ${name}${clauses}${m.multiplicity()}${m.value()};`;
        return text;
    };
    const members = Array.from(
        { length: 8 + below(10) },
        () =>
            m.visibility() +
            m.one([
                () =>
                    `${m.one(['classifier', 'class', 'struct', 'datatype', 'behavior', 'metaclass', 'type'])} ${named('T')}${m.maybe(40, () => ` specializes ${type()}`)}${m.body(m.some(3, feature))}`.replace(
                        /^type (\S+|'[^']*') *(;| \{)/,
                        'type $1 specializes Base::Anything$2'
                    ),
                () => `assoc ${named('A')} { end feature ${m.fresh('x')} : ${type()}; end feature ${m.fresh('y')} : ${type()}; }`,
                () => `function ${named('F')} { in a; return r; ${m.one(['', 'a'])} }`,
                () => `predicate ${named('B')} { in a; a == ${m.number()} }`,
                () => {
                    const text = feature();
                    const name = /feature ('[^']*'|\w+)/.exec(text)![1];
                    features.push(name);
                    return text;
                },
                () => `inv ${m.maybe(50, () => m.fresh('i'))} { ${m.condition()} }`,
                () => `step ${m.fresh('s')};`,
                () => `expr ${m.fresh('e')} { ${m.arithmetic()} }`,
                () =>
                    types.length < 2
                        ? 'namespace;'
                        : `specialization ${m.maybe(50, () => m.fresh('S'))} subtype ${m.one(types)} specializes ${m.one(types)};`,
                () => `multiplicity ${m.fresh('m')} [${m.one(['1', '0..*', '2..3'])}];`,
                () =>
                    features.length < 2
                        ? m.documentation()
                        : `connector ${m.maybe(50, () => `${m.fresh('c')} `)}from ${m.one(features)} to ${m.one(features)};`,
                () => (features.length < 2 ? m.documentation() : `binding of ${m.one(features)} = ${m.one(features)};`),
                () => (features.length < 2 ? m.documentation() : `succession first ${m.one(features)} then ${m.one(features)};`),
                () => (features.length < 1 ? m.documentation() : `subset ${m.one(features)} subsets ${m.one(features)};`)
            ])()
    ).map(text => text.replace(/^(private|protected|public) (?=doc|comment|rep|\/)/, ''));
    return `package ${m.fresh('K')} {\n${members.join('\n')}\n}\n`;
}
