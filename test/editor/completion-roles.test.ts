/** Which elements completion offers first, by the words before a name: the likely ones among one element of each kind. */
import { expect, test } from 'vitest';
import { redefinedIn, roleAt } from '../../src/editor/completion-roles.js';
import type { AstNode } from '../../src/language/generated/tree.js';
import { elementById } from '../../src/language/semantics/naming.js';
import type { OpenPlace } from '../../src/language/syntax/continuations.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const KINDS = ['attribute', 'occurrence', 'item', 'part', 'port', 'action', 'state', 'calc', 'constraint', 'requirement', 'concern'];
const DEFINED = [
    'interface',
    'connection',
    'allocation',
    'flow',
    'case',
    'analysis',
    'verification',
    'view',
    'viewpoint',
    'rendering',
    'metadata'
];
const content = `package P { ${[...KINDS, ...DEFINED, 'enum', 'use case'].map(kind => `${kind} def ${kind.replace(' ', '')}D;`).join(' ')}
    ${[...KINDS, 'use case', 'rendering'].map(kind => `${kind} ${kind.replace(' ', '')}U;`).join(' ')} package Inner;
    part def Car { part engine; part wheel; attribute mass; attribute name; } part def Truck :> Car { part own; part :>> wheel; part here; } }`;
const { model } = new Workspace({ library: testLibrary(), analysis: 'never' }).parse([{ name: 'test.sysml', language: 'sysml', content }]);
const names = [...KINDS, ...DEFINED, 'enum', 'usecase'].map(kind => `${kind}D`);
const usages = [...KINDS, 'usecase', 'rendering'].map(kind => `${kind}U`);
const found = new Map<string, AstNode>();
/** An element of the package or, by a qualified name, of the library. */
function element(name: string): AstNode {
    const known = found.get(name) ?? elementById(model, /^(SI|ScalarValues)::/.test(name) ? name : `P::${name}`)!;
    found.set(name, known);
    return known;
}
const SAMPLES = [...names, ...usages, 'Inner', 'SI::metre', 'ScalarValues::Real'];
const place = (member: string): OpenPlace => ({ member }) as OpenPlace;
const [definitions, features] = [names.join(' '), [...usages, 'SI::metre'].join(' ')];

test.each<readonly [words: string, meant: string]>([
    // the type of a usage is a definition of its kind
    ['attribute x :', 'attributeD enumD ScalarValues::Real'],
    ['enum x :', 'enumD'],
    ['occurrence x :', 'occurrenceD'],
    ['item x :', 'itemD'],
    ['part x :', 'partD'],
    ['port x : ~', 'portD'],
    ['connection x :', 'connectionD'],
    ['interface x :', 'interfaceD'],
    ['allocation x :', 'allocationD'],
    ['flow x :', 'flowD'],
    ['action x :', 'actionD'],
    ['perform action x :', 'actionD'],
    ['state x :', 'stateD'],
    ['exhibit state x :', 'stateD'],
    ['calc x :', 'calcD'],
    ['constraint x :', 'constraintD'],
    ['requirement x :', 'requirementD'],
    ['concern x :', 'concernD'],
    ['case x :', 'caseD'],
    ['analysis x :', 'analysisD'],
    ['verification x :', 'verificationD'],
    ['use case x :', 'usecaseD'],
    ['include use case x :', 'usecaseD'],
    ['view x :', 'viewD'],
    ['viewpoint x :', 'viewpointD'],
    ['rendering x :', 'renderingD'],
    ['metadata x :', 'metadataD'],
    ['subject x :', 'itemD partD'],
    ['actor x :', 'itemD partD'],
    ['stakeholder x :', 'itemD partD'],
    ['accept x :', 'attributeD itemD partD enumD'],
    ['ref x :', `${definitions} ScalarValues::Real`],
    ['in part x :', 'partD'],
    ['part x defined by', 'partD'],
    ['part x typed by', 'partD'],
    ['part x : A,', 'partD'],
    ['part def X :>', 'partD'],
    ['part def X specializes', 'partD'],
    ['part def X :> A,', 'partD'],
    ['part x : A::', ''],
    // features
    ['part x :>', features],
    ['part x subsets', features],
    ['part x ::>', features],
    ['part x references', features],
    ['part :>>', features],
    ['part redefines', features],
    ['connect', features],
    ['connect a to', features],
    ['bind', features],
    ['allocate', features],
    ['satisfy r by', features],
    ['flow from', features],
    ['assign', features],
    // kinds of usages
    ['perform', 'actionU stateU calcU usecaseU'],
    ['first', 'actionU stateU calcU usecaseU'],
    ['then', 'actionU stateU calcU usecaseU'],
    ['entry', 'actionU stateU calcU usecaseU'],
    ['do', 'actionU stateU calcU usecaseU'],
    ['exit', 'actionU stateU calcU usecaseU'],
    ['exhibit', 'stateU'],
    ['transition t first', 'stateU'],
    ['transition t first a then', 'stateU'],
    ['accept e then', 'stateU'],
    ['include', 'usecaseU'],
    ['satisfy', 'requirementU concernU'],
    ['verify', 'requirementU concernU'],
    ['frame', 'concernU'],
    ['assert', 'constraintU requirementU concernU'],
    ['assert not', 'constraintU requirementU concernU'],
    ['assume', 'constraintU requirementU concernU'],
    ['require', 'constraintU requirementU concernU'],
    ['render', 'renderingU'],
    ['send x via', 'partU portU renderingU'],
    ['accept', 'attributeD itemD partD enumD'],
    ['flow of', 'attributeD itemD partD enumD'],
    // others
    ['import', 'Inner'],
    ['import all', 'Inner'],
    ['#', 'metadataD'],
    ['@', 'metadataD'],
    ['attribute x = new', `${definitions} ScalarValues::Real`],
    ['attribute x = y istype', `${definitions} ScalarValues::Real`],
    ['attribute x = y hastype', `${definitions} ScalarValues::Real`],
    ['attribute x = y as', `${definitions} ScalarValues::Real`],
    ['attribute x = 3 [', 'SI::metre']
])('after "%s"', (words, meant) => {
    const role = roleAt(place(words));
    const meanings = SAMPLES.filter(name => role.fits(element(name)) && role.isMeant(element(name)));
    expect(meanings.length === SAMPLES.length ? '' : meanings.join(' ')).toBe(meant);
});

/** Where a value stands, features and behaviours to call are likely. */
const CALLED = 'actionD stateD calcD constraintD requirementD concernD';
test.each([
    '=',
    '= (',
    '= a +',
    '= a *',
    '= a /',
    '= a <',
    '= a >',
    '= a ?',
    '= a &',
    '= a |',
    '= a -',
    'if',
    'while',
    'until',
    'accept when',
    'accept after',
    'accept at',
    '= a and',
    '= a or',
    '= a xor',
    '= a implies',
    '= not',
    '= if a ? b else',
    'for i in'
])('a value after "%s"', words => {
    const role = roleAt(place(`attribute x ${words}`));
    const meanings = SAMPLES.filter(name => role.isMeant(element(name)));
    expect(meanings).toEqual(expect.arrayContaining([...CALLED.split(' '), ...usages]));
    expect(meanings).not.toContain('partD');
});

test.each<readonly [words: string, unfit: string]>([
    ['part x :', 'partU'],
    ['part x :>', ''],
    ['#', 'partU'],
    ['perform', '']
])('what does not fit after "%s"', (words, unfit) => {
    const role = roleAt(place(words));
    expect(['partU', 'partD', 'Inner'].filter(name => !role.fits(element(name)) && name === 'partU').join(' ')).toBe(unfit);
    expect(role.fits(element('Inner'))).toBe(true);
});

test.each<readonly [member: string, redefinable: string, meant: string]>([
    ['part :>>', 'Car::engine Car::mass Car::name', 'Car::engine'],
    ['attribute :>>', 'Car::engine Car::mass Car::name', 'Car::mass Car::name']
])('what "%s" may redefine', (member, redefinable, meant) => {
    const start = content.indexOf('part here') + 5;
    const role = redefinedIn(element('Truck'), place(member), start);
    const all = ['Car::engine', 'Car::wheel', 'Car::mass', 'Car::name', 'Truck::own', 'partU'];
    expect(all.filter(name => role.fits(element(name))).join(' ')).toBe(redefinable);
    expect(all.filter(name => role.fits(element(name)) && role.isMeant(element(name))).join(' ')).toBe(meant);
    expect([role.fits(element('Car')), role.fits(element('Inner')), role.prefersInherited]).toEqual([true, true, true]);
});

test('outside of types any feature may be redefined', () => {
    const role = redefinedIn(element('Inner'), place('part :>>'), 0);
    expect([role.fits(element('partU')), role.isMeant(element('partU')), role.fits(element('partD'))]).toEqual([true, true, true]);
});

test('the feature that is written does not take its own name from itself', () => {
    const start = content.indexOf('part :>> wheel') + 'part :>> '.length;
    const role = redefinedIn(element('Truck'), place('part :>>'), start);
    expect(['Car::engine', 'Car::wheel', 'Truck::own'].filter(name => role.fits(element(name)))).toEqual(['Car::engine', 'Car::wheel']);
});

test.each([
    ['part :>>', true],
    ['part x :>', false],
    ['part x :', false],
    ['attribute x =', false]
])('after "%s" inherited members come first: %s', (words, expected) => expect(roleAt(place(words)).prefersInherited).toBe(expected));
