/** Operations, receptions, parameters, opaque behaviours (contract: migration 7.1). */
import { type Declaration, Name, type Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { classifierGroup } from './classifiers.js';
import { writeConstraints } from './activities/conditions.js';
import { formOf } from './activities/forms.js';
import { opaqueExpression, opaqueStatements, type Scope, type Statement } from './expressions/opaque.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { lowerFirst, writeMultiplicity, writeType, writtenType } from './properties.js';
import { valueText } from './values.js';

/** Definitions whose bodies may own actions. */
const HOSTS = new Set(['part', 'item', 'occurrence', 'action', 'state', 'connection']);

/** An activity whose body is that of the operation. */
const methodOf = (element: UmlElement): UmlElement | undefined =>
    element
        .refs('method')
        .find(method => method.metaclass === 'Activity' && method.ref('specification') === element && method.owner === element.owner);

const canHost = (owner: Declaration): boolean => HOSTS.has(owner.kind) && owner.isDefinition;

const operation: Mapper = {
    declare(element, owner, mapping) {
        const group = owner.isPackage ? 'property' : 'operation';
        const method = methodOf(element);
        const wanted = element.name || 'operation';
        if (mapping.stereotypes.has(element, 'TestCase')) {
            return mapping.declare(element, owner, 'verification def', group, wanted);
        }
        if (method !== undefined && canHost(owner) && formOf(method) === 'usage') {
            return mapping.declare(element, owner, 'action', group, lowerFirst(wanted));
        }
        const declaration = mapping.declare(element, owner, 'action def', group, wanted);
        if (element.refs('method').length === 0) {
            declaration.prefixes.push('abstract');
        }
        return declaration;
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const owner = declaration.owner!;
        if (declaration.keyword === 'verification def') {
            mapping.approximated(element, 'a test case is written as a verification');
            return;
        }
        mapping.mapped(element);
        if (!declaration.isDefinition) {
            return;
        }
        if (!canHost(owner)) {
            mapping.approximated(element, `a ${owner.keyword} owns no actions: only the definition is written`);
            return;
        }
        const usage = owner.declare('action', owner.freeName(lowerFirst(declaration.name)), 'operation', element.order + 0.5);
        usage.isNameMadeUp = usage.name !== lowerFirst(element.name);
        usage.types.push([new Name(declaration)]);
        usage.generals.add(declaration);
        mapping.operationUsages.set(element, usage);
        if (declaration.prefixes.includes('abstract')) {
            mapping.accounts.note(element, 'no behaviour implements it');
        }
        const other = element.refs('method').find(method => method !== methodOf(element));
        if (other !== undefined) {
            mapping.approximated(element, `its behaviour '${other.name}' is written beside it`);
        }
    },
    relate(element, mapping) {
        writeConstraints(element, mapping.declarationOf(element)!, mapping);
    }
};

/** Keywords whose declarations have directed parameters. */
const BEHAVIOURS = new Set(['action', 'calc', 'state', 'analysis']);

export const parameterMapper: Mapper = {
    declare(element, owner, mapping) {
        if (!BEHAVIOURS.has(owner.kind)) {
            return undefined;
        }
        const wanted = element.name || (element.value('direction') === 'return' ? 'result' : 'parameter');
        return mapping.declare(element, owner, '', 'parameter', wanted);
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element);
        if (declaration === undefined && mapping.declarationOf(element.owner)?.kind === 'verification') {
            mapping.approximated(element, 'the parameters of a test case are not written');
            return;
        }
        if (declaration === undefined) {
            mapping.unmapped(element, 'what it is a parameter of is not written as a behaviour');
            return;
        }
        if (declaration.source !== element) {
            mapping.mapped(element, 'carried by the parameter of its operation');
            return;
        }
        const direction = element.value('direction') ?? 'in';
        if (element.metaclass === 'Parameter') {
            declaration.prefixes.push(direction === 'return' ? 'out' : direction);
        }
        const type = writtenType(element, mapping);
        mapping.mapped(element);
        type.notes.forEach(note => mapping.approximated(element, note));
        writeType(declaration, type);
        writeMultiplicity(element, declaration, mapping);
        const [value] = element.ownedAs('defaultValue');
        const result = value === undefined ? undefined : valueText(value, type.scalar, mapping);
        if (result !== undefined && 'text' in result) {
            declaration.value = ['default = ', ...result.text];
        } else if (result !== undefined) {
            mapping.approximated(element, `the default value is not written: ${result.reason}`);
        }
    }
};

const SCRIPTS = /^(|sysml|javascript|ecmascript|js|rhino.*|nashorn.*|java( [\d.]+)?)$/i;

/** A behaviour in text: a calculation where it is one expression, steps where it is statements, else kept as text. */
const opaqueBehaviour: Mapper = {
    declare: (element, owner, mapping) => mapping.declare(element, owner, 'action def', behaviourGroup(owner), element.name || 'behaviour'),
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const [text = ''] = element.values('body');
        if (text.trim() === '' || !SCRIPTS.test((element.values('language')[0] ?? '').trim())) {
            keepText(declaration, element, mapping);
            return;
        }
        const scope: Scope = { bodies: [declaration, ...declaration.owners()] };
        const results = declaration.declarations().filter(d => ['out', 'return'].includes(d.source?.value('direction') ?? ''));
        const expression = opaqueExpression(
            text
                .trim()
                .replace(/^return\b/, '')
                .replace(/;\s*$/, ''),
            scope
        );
        if (results.length === 1 && 'text' in expression) {
            const [result] = results;
            declaration.keyword = 'calc def';
            result.prefixes = ['return'];
            result.value = ['= ', ...expression.text];
            mapping.mapped(element);
            return;
        }
        const result = opaqueStatements(text, scope);
        if ('reason' in result) {
            keepText(declaration, element, mapping, result.reason);
            return;
        }
        writeStatements(declaration, result.statements);
        mapping.mapped(element);
        result.notes.forEach(note => mapping.approximated(element, note));
    }
};

/** Statements as the steps of an action, one after another. */
export function writeStatements(body: Declaration, statements: readonly Statement[]): void {
    const steps = statements.filter(s => !s.isDeclaration).length;
    if (steps > 1) {
        body.addLine(['first start;'], 'node', -1);
    }
    statements.forEach(({ text, isDeclaration }, i) => {
        const line: Text = isDeclaration || steps === 1 ? text : ['then ', ...text];
        body.addLine(line, isDeclaration ? 'property' : 'node', i);
    });
}

export function behaviourGroup(owner: Declaration): 'property' | 'behaviour' {
    return classifierGroup(owner) === 'classifier' ? 'behaviour' : 'property';
}

/** The text of an opaque action or behaviour as a comment, with its language. */
export function keepText(declaration: Declaration, element: UmlElement, mapping: Mapping, reason = ''): void {
    const languages = element.values('language');
    const texts = element.values('body').filter(text => text.trim() !== '');
    texts.forEach((text, i) =>
        declaration.addComment(
            { kind: 'note', text: `${languages[i] === undefined ? '' : `{${languages[i]}} `}${text.trim()}` },
            'marker',
            i
        )
    );
    if (texts.length === 0) {
        mapping.mapped(element);
    } else {
        mapping.approximated(
            element,
            `its text${languages[0] === undefined ? '' : ` in ${languages[0]}`} is kept as a comment${reason === '' ? '' : `: ${reason}`}`
        );
    }
}

/** A loop that every object runs: it accepts the signal again and again. */
const reception: Mapper = {
    relate(element, mapping) {
        const signal = mapping.nameOf(element.ref('signal'));
        const owner = mapping.placeAround(element);
        if (signal === undefined || !HOSTS.has(owner.kind)) {
            mapping.unmapped(element, signal === undefined ? 'its signal is not written' : `a ${owner.keyword} owns no actions`);
            return;
        }
        const name = owner.freeName(lowerFirst(element.name || signal.target.name));
        const loop = mapping.stands(owner.declare('perform action', name, 'behaviour', element.order, element), element);
        loop.addLine(['first start then receive;'], 'node', 0);
        loop.addLine(['action receive accept received : ', signal, ';'], 'node', 1);
        loop.addLine(['first receive then receive;'], 'edge', 2);
        mapping.approximated(element, 'the signal is accepted again and again; no behaviour is performed with it');
    }
};

export const operationRows: readonly MapperRow[] = [
    { metaclasses: ['Operation'], mapper: operation },
    { metaclasses: ['Parameter'], mapper: parameterMapper },
    { metaclasses: ['Reception'], mapper: reception },
    { metaclasses: ['OpaqueBehavior', 'FunctionBehavior'], mapper: opaqueBehaviour }
];
