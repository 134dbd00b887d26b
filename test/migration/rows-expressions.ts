// Rows of section 8: opaque text by its language, and trees of expressions.

import { BLOCKS, cls, COMPOSITE, opaque, prop, type Row, row, scalar } from './rows.js';
import { STRING } from './documents.js';

const typed = (id: string, name: string, type: string): string => `<ownedAttribute:Property ${id} "${name}" type="${type}"/>`;
/** The first types a feature of the blocks, the second is of their package. */
const MODES =
    '<packagedElement:Package pm "Modes"><packagedElement:Enumeration em "Mode"><ownedLiteral:EnumerationLiteral ms "safe"/></packagedElement:Enumeration></packagedElement:Package>' +
    '<packagedElement:Enumeration ek "Kind"><ownedLiteral:EnumerationLiteral kw "wet"/></packagedElement:Enumeration>';
/** Value types over the scalars whose types the dialects do not spell. */
const TYPES =
    '<packagedElement:PrimitiveType tInt "Count"><generalization:Generalization tIntG><general href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#Integer"/></generalization:Generalization></packagedElement:PrimitiveType>' +
    '<packagedElement:PrimitiveType tBool "Truth"><generalization:Generalization tBoolG><general href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#Boolean"/></generalization:Generalization></packagedElement:PrimitiveType>';
const MEMBERS =
    scalar('x', 'level') +
    scalar('x2', 'Fill Height') +
    typed('n', 'count', 'tInt') +
    typed('m', 'limit', 'tInt') +
    typed('on', 'open', 'tBool') +
    typed('dc', 'Door Closed', 'tBool') +
    typed('md', 'mode', 'em') +
    `<ownedAttribute:Property lb "label">${STRING}</ownedAttribute:Property><ownedAttribute:Property lc "other">${STRING}</ownedAttribute:Property>` +
    prop('dr', 'drive', 'mo', COMPOSITE) +
    `<ownedAttribute:Property wh "wheels" type="mo" ${COMPOSITE}><lowerValue:LiteralInteger whl value="4"/><upperValue:LiteralUnlimitedNatural whu value="4"/></ownedAttribute:Property>`;
const MOTOR = cls('mo', 'Motor', scalar('sp', 'speed'));
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text, and what it is written as or why it is not, and its verdict. */
type Text = readonly [body: string, written: string, verdict?: 'mapped' | 'approximated'];

/** One row for texts of a language as rules of a block. */
function rules(title: string, language: string, texts: readonly Text[]): Row {
    const tag = language === '' ? '' : `<language>${language}</language>`;
    const owned = texts.map(
        ([body], i) =>
            `<ownedRule:Constraint r${i}><specification:OpaqueExpression r${i}s><body>${escaped(body)}</body>${tag}</specification:OpaqueExpression></ownedRule:Constraint>`
    );
    return row(
        '8.1',
        title,
        TYPES + MODES + MOTOR + cls('b', 'B', MEMBERS + owned.join('')),
        texts.map(([, written]) => written),
        [BLOCKS('b', 'mo'), Object.fromEntries(texts.map(([, , verdict = 'mapped'], i) => [`r${i}`, verdict]))]
    );
}

/** One row for texts of a language as actions of an activity of a block. */
function steps(title: string, language: string, texts: readonly Text[]): Row {
    const tag = language === '' ? '' : `<language>${language}</language>`;
    const nodes = texts.map(
        ([body], i) => `<node:OpaqueAction s${i} "s${i}"><body>${escaped(body).replaceAll('\n', '&#10;')}</body>${tag}</node:OpaqueAction>`
    );
    const input = `<ownedParameter:Parameter gp "given"><type href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#Real"/></ownedParameter:Parameter>`;
    return row(
        '8.1',
        title,
        TYPES +
            MODES +
            MOTOR +
            cls('b', 'B', `${MEMBERS}<ownedBehavior:Activity act "Act">${input}${nodes.join('')}</ownedBehavior:Activity>`),
        texts.flatMap(([, written]) => written.split('\n')),
        [BLOCKS('b', 'mo'), Object.fromEntries(texts.map(([, , verdict = 'mapped'], i) => [`s${i}`, verdict]))]
    );
}

const refusedIn =
    (language: string) =>
    (body: string, reason: string): Text => [body, `/* ${reason} — {${language}} ${body} */`, 'approximated'];
const script = refusedIn('JavaScript');
const java = refusedIn('Java');
const words = refusedIn('English');
const outside = (token: string): string => `'${token}' is outside the translated expressions`;

const leaf = (id: string, feature: string): string => `<operand:Expression ${id} symbol="${feature}"/>`;
const tree = (id: string, symbol: string, operands: string): string =>
    `<ownedRule:Constraint ${id}><specification:Expression ${id}s symbol="${symbol}">${operands}</specification:Expression></ownedRule:Constraint>`;

export const EXPRESSIONS: readonly Row[] = [
    rules('text without a language', '', [
        ['level > 3', 'level > 3', 'approximated'],
        ['level > 3 && open', 'level > 3 and open'],
        ['level = 2 * drive.speed', 'level == 2 * drive.speed'],
        ['not Door Closed', "not 'Door Closed'"],
        ['nowhere > 3', "/* the name 'nowhere' is not one of a feature in reach — nowhere > 3 */", 'approximated']
    ]),
    rules('text in JavaScript', 'JavaScript', [
        ['level > 3', 'level > 3'],
        ['level * 2 - 1 >= drive.speed % 3', 'level * 2 - 1 >= drive.speed % 3'],
        ['!open || level !== 2 && open', 'not open or level != 2 and open'],
        ['open ? level > 1 : level > 2', '(if open ? level > 1 else level > 2)'],
        ['Math.max(level, 2, count) > 1', 'RealFunctions::max(RealFunctions::max(level, 2), count) > 1'],
        ['Math.round(level / 2) == 3', 'RealFunctions::floor((level / 2) + 0.5) == 3'],
        ['Math.ceil(level) < Math.pow(2, 3)', 'OpenSysMLMathFunctions::ceiling(level) < (2 ** 3)'],
        ['level ** 2 > .5', 'level ** 2 > 0.5'],
        ["label == 'it\\'s \\u0041'", 'label == "it\'s A"'],
        ['label + "x" == other', 'label + "x" == other'],
        ['level > 9007199254740991 // the last', 'level > 9007199254740991'],
        ['simtime > 3', 'localClock.currentTime > 3'],
        ['mode == Mode.safe && Kind.wet != null', 'mode == Modes::Mode::safe and Kind::wet != null'],
        script('mode == Mode.lost', "the name 'Mode' is not one of a feature in reach"),
        script('mode < Mode.safe', "the types of '<' disagree: another and Enumeration"),
        script('level > 9007199254740992', 'the integer 9007199254740992 is greater than 9007199254740991'),
        script('level ^ 2 > 3', outside('^')),
        script('level > 3 and open', outside('and')),
        script('label.length() > 3', "the call of 'label.length' is not translated"),
        script('level > label', "the types of '>' disagree: Real and String"),
        script('open + 1 > 2', "the types of '+' disagree: Boolean"),
        script('level', "'level' gives a Real, where a Boolean is needed"),
        script('count == 010', "'010' is no decimal number"),
        script('Math.hypot(level, 2) > 1', "the call of 'Math.hypot' is not translated"),
        script('Math.sqrt(level, 2) > 1', "'Math.sqrt' takes one argument"),
        script('/a+/.test(label)', outside('/'))
    ]),
    {
        ...row(
            '7.5',
            'time variable of a run configuration',
            cls(
                'b',
                'B',
                scalar('x', 'level') +
                    `<ownedRule:Constraint r>${opaque('specification', 'rs', 'level < missionTime'.replace('<', '&lt;'))}</ownedRule:Constraint>`
            ) + '<packagedElement:Class c "Run"/>',
            ['level < localClock.currentTime'],
            [
                [
                    ...BLOCKS('b'),
                    '<sim:SimulationConfig xmlns:sim="http://www.magicdraw.com/schemas/SimulationProfile.xmi" xmi:id="sc" base_Class="c" timeVariableName="missionTime"/>'
                ],
                { c: 'approximated' }
            ]
        )
    },
    rules('labels of engines and versions', 'JavaScript Rhino 1.7', [['level > 3 && open', 'level > 3 and open']]),
    rules('text in Java', 'Java 8', [
        ['count / limit > 1', 'OpenSysMLMathFunctions::quotient(count, limit) > 1'],
        ['level / 2 > 1', 'level / 2 > 1'],
        ['label.equals(other)', '(label == other)'],
        ['level > 9223372036854775807L', 'level > 9223372036854775807'],
        ['label.equals(level)', "/* 'equals' compares two strings — {Java 8} label.equals(level) */", 'approximated'],
        ['level ** 2 > 1', "/* '**' is outside the translated expressions — {Java 8} level ** 2 > 1 */", 'approximated']
    ]),
    rules('text in English', 'English', [
        ['TRUE', 'true'],
        ['Door Closed and not open', "'Door Closed' and not open"],
        ['Fill Height >= 2 OR (level != 3)', "'Fill Height' >= 2 or (level != 3)"],
        ['level = drive.speed', 'level == drive.speed'],
        words('Door Ajar', "the name 'Door Ajar' is not one of a feature in reach"),
        words('max(level, 2) > 1', "the call of 'max' is not translated: words have no calls"),
        words('level > 3, mostly', outside(','))
    ]),
    rules('text in other languages', 'OCL', [
        ['level > 3', 'level > 3', 'approximated'],
        ['self.level > 3', '/* text in OCL is not translated — {OCL} self.level > 3 */', 'approximated']
    ]),
    rules('text in SysML', 'SysML', [
        ['level > 3 and B::open', 'level > 3 and open', 'approximated'],
        ['level > 3 && open', '/* it is no expression of SysML v2 — {SysML} level > 3 && open */', 'approximated']
    ]),
    steps('statements of JavaScript', 'JavaScript', [
        ['level = level + 1;', 'assign level := level + 1;'],
        ['level += 2', 'assign level := level + 2;'],
        ['count++', 'assign count := count + 1;'],
        ['this.drive.speed = 3;\nlevel = 1', 'then assign drive.speed := 3;\nthen assign level := 1;'],
        [
            'level = 1; const half = level / 2; level = half',
            'attribute half : ScalarValues::Real;\nthen assign half := level / 2;\nthen assign level := half;'
        ],
        ['total = count + 1', 'attribute total : ScalarValues::Integer;\nassign total := count + 1;', 'approximated'],
        ['print("level is " + level); open = true', 'assign open := true;', 'approximated'],
        ['level = 4; // four\n/* and\nopen */ open = false', 'then assign open := false;'],
        ['mode = Mode.safe', 'assign mode := Modes::Mode::safe;'],
        [
            'var next = Kind.wet; next = Mode.safe',
            'attribute next;\nthen assign next := Kind::wet;\nthen assign next := Modes::Mode::safe;'
        ],
        script('Mode.safe = 3', "the name 'Mode' is not one of a feature in reach"),
        script('level = Mode.safe', "the types of ':=' disagree: Real and Enumeration"),
        script('const k = 1; k = 2', "'k' is not assigned to: it is a constant"),
        script('let a = 1, b = 2', outside(',')),
        script('given = 2', "'given' is not assigned to: it is an input"),
        script('wheels.speed = 2', "'wheels.speed' is not assigned to: 'wheels' may be several"),
        script('level = open', "the types of ':=' disagree: Real and Boolean"),
        script('count = level', "the types of ':=' disagree: Integer and Real"),
        script('if (open) level = 1', outside('if')),
        script('level = new Date()', outside('new')),
        script('function f() { }', outside('function')),
        script('print(level = 3)', outside('=')),
        script('level = nowhere', "the name 'nowhere' is not one of a feature in reach")
    ]),
    steps('statements of Java', 'Java', [
        [
            'int half = count / 2; count = half;',
            'attribute half : ScalarValues::Integer;\nthen assign half := OpenSysMLMathFunctions::quotient(count, 2);'
        ],
        ['System.out.println(label);', 'action s1;', 'approximated'],
        java('total = 1;', "the name 'total' is not one of a feature in reach"),
        java('count = 1 level = 2', outside('level'))
    ]),
    row(
        '8.1',
        'names that are written otherwise',
        MOTOR +
            cls(
                'b',
                'B',
                '<nestedClassifier:Class nc "level"/>' +
                    scalar('x', 'level') +
                    prop('dr', '', 'mo', COMPOSITE) +
                    `<ownedRule:Constraint r1>${opaque('specification', 'r1s', 'level &gt; 3')}</ownedRule:Constraint>` +
                    `<ownedRule:Constraint r2>${opaque('specification', 'r2s', 'motor.speed &gt; 3')}</ownedRule:Constraint>`
            ),
        ["'level 2' > 3", "/* the name 'motor' is not one of a feature in reach — {JavaScript} motor.speed > 3 */"],
        [BLOCKS('b', 'mo'), { r2: 'approximated', x: 'approximated', dr: 'approximated' }]
    ),
    steps('statements in words and other languages', 'English', [words('level = 3', 'statements in English are not translated')]),
    row(
        '8.2',
        'operators by sign and by name',
        TYPES +
            MODES +
            MOTOR +
            cls(
                'b',
                'B',
                MEMBERS +
                    tree(
                        'r0',
                        'Equal',
                        leaf('r0a', 'level') +
                            `<operand:Expression r0b symbol="Plus">${leaf('r0c', 'level')}<operand:LiteralReal r0d value="1"/></operand:Expression>`
                    ) +
                    tree(
                        'r1',
                        'AND',
                        leaf('r1a', 'open') + `<operand:Expression r1b symbol="not">${leaf('r1c', 'open')}</operand:Expression>`
                    ) +
                    tree(
                        'r2',
                        '&gt;=',
                        `<operand:Expression r2a symbol="Power">${leaf('r2b', 'level')}<operand:LiteralInteger r2c value="2"/></operand:Expression>` +
                            `<operand:Expression r2d symbol="-">${leaf('r2e', 'level')}</operand:Expression>`
                    ) +
                    tree(
                        'r3',
                        '&lt;',
                        `<operand:Expression r3a symbol="max">${leaf('r3b', 'level')}<operand:LiteralInteger r3c value="2"/></operand:Expression>` +
                            opaque('operand', 'r3d', 'level * 2')
                    ) +
                    tree('r4', 'xor', leaf('r4a', 'open') + leaf('r4b', 'open')) +
                    tree(
                        'r5',
                        '==',
                        leaf('r5a', 'label') +
                            `<operand:Expression r5b symbol="+">${leaf('r5c', 'label')}${leaf('r5d', 'other')}</operand:Expression>`
                    ) +
                    tree(
                        'r6',
                        '==',
                        leaf('r6a', 'level') + `<operand:Expression r6b symbol="hypot">${leaf('r6c', 'level')}</operand:Expression>`
                    ) +
                    tree('r7', '==', leaf('r7a', 'level') + leaf('r7b', 'nowhere'))
            ),
        [
            'level == (level + 1.0)',
            'open and (not open)',
            '(level ** 2) >= (-level)',
            '(RealFunctions::max(level, 2)) < (level * 2)',
            "/* not migrated: Constraint (ID-r4) — 'xor' with 2 operands in a tree of expressions is not translated */",
            '/* not migrated: Constraint (ID-r5) — texts put together in a tree of expressions are not translated */',
            "/* not migrated: Constraint (ID-r6) — 'hypot' with 1 operands in a tree of expressions is not translated */",
            "/* not migrated: Constraint (ID-r7) — the name 'nowhere' is not one of a feature in reach */"
        ],
        [BLOCKS('b', 'mo'), { r4: 'unmapped', r5: 'unmapped', r6: 'unmapped', r7: 'unmapped' }]
    )
];
