/** Maps activities with their parameters, nodes, edges and partitions (contract: migration 7.1–7.3). */
import { type Declaration, Name } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import { lowerFirst } from '../properties.js';
import { behaviourGroup, parameterMapper } from '../operations.js';
import type { Mapper, MapperRow } from '../mapper.js';
import type { Mapping } from '../mapping.js';
import { writeConstraints } from './conditions.js';
import { writeFlow } from './edges.js';
import { formOf, isInline } from './forms.js';
import { completeNodes, declareNodes, writePartitions } from './nodes.js';
import { bindContext, declareContext } from './scopes.js';

/** Whether another mapper writes this member of an activity. */
const isOwnMember = ({ role }: UmlElement): boolean => role === 'ownedParameter' || role === 'ownedComment';

const activity: Mapper = {
    isWhole: true,
    declare(element, owner, mapping) {
        const operation = mapping.declarationOf(element.ref('specification'));
        if (operation?.keyword === 'verification def') {
            return mapping.recordDeclaration(operation, element);
        }
        if (operation !== undefined && operation.owner === owner && element.ref('specification')!.refs('method')[0] === element) {
            return declareMethod(element, operation, mapping);
        }
        if (mapping.stereotypes.has(element, 'TestCase')) {
            return declared(element, owner, 'verification def', element.name || 'activity', mapping);
        }
        const form = owner.isDefinition ? formOf(element) : 'definition';
        if (form === 'usage') {
            const keyword = isClassifierBehaviour(element) ? 'perform action' : 'action';
            return declared(element, owner, keyword, lowerFirst(element.name || 'activity'), mapping);
        }
        const declaration = declared(element, owner, 'action def', element.name || 'activity', mapping);
        if (form === 'context') {
            declareContext(element, declaration, owner, mapping);
        }
        return declaration;
    },
    complete(element, mapping) {
        element.ownedAs('ownedParameter').forEach(parameter => parameterMapper.complete!(parameter, mapping));
        element.ownedAs('variable').forEach(variable => parameterMapper.complete!(variable, mapping));
    },
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        if (declaration.keyword === 'verification def') {
            writeTestCase(element, mapping);
            return;
        }
        mapping.mapped(element);
        writeBody(element, declaration, mapping);
        performAsClassifierBehaviour(element, declaration, mapping);
    }
};

const isClassifierBehaviour = (element: UmlElement): boolean => element.owner?.ref('classifierBehavior') === element;

function declared(element: UmlElement, owner: Declaration, keyword: string, name: string, mapping: Mapping): Declaration {
    const declaration = mapping.declare(element, owner, keyword, behaviourGroup(owner), name);
    element.ownedAs('ownedParameter').forEach(parameter => parameterMapper.declare!(parameter, declaration, mapping));
    if (keyword !== 'verification def') {
        declareBody(element, declaration, mapping);
    }
    return declaration;
}

/** Declares the nodes and variables of an activity in a body. */
export function declareBody(element: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const variable of element.ownedAs('variable')) {
        mapping.declare(variable, body, 'attribute', 'property', variable.name || 'variable');
    }
    declareNodes(element, body, mapping);
}

/** Writes the actions of the nodes, their order and their annotations. */
export function writeBody(element: UmlElement, body: Declaration, mapping: Mapping): void {
    completeNodes(element, mapping);
    writeFlow(element, body, mapping);
    writePartitions(element, body, mapping);
    writeConstraints(element, body, mapping);
}

/**
 * Declares an activity as the body of the operation that it implements. Its parameters are matched to those of the operation by position.
 */
function declareMethod(element: UmlElement, operation: Declaration, mapping: Mapping): Declaration {
    const parameters = element.ref('specification')!.ownedAs('ownedParameter');
    element.ownedAs('ownedParameter').forEach((parameter, i) => {
        const same = mapping.declarationOf(parameters[i]);
        if (same === undefined) {
            parameterMapper.declare!(parameter, operation, mapping);
        } else {
            mapping.recordDeclaration(same, parameter);
        }
    });
    if (formOf(element) === 'context') {
        declareContext(element, operation, operation.owner!, mapping);
    }
    declareBody(element, operation, mapping);
    return mapping.recordDeclaration(operation, element);
}

function writeTestCase(element: UmlElement, mapping: Mapping): void {
    mapping.approximated(element, 'a test case is written as a verification; its behaviour is not migrated');
    for (const part of everyElement(element.owned)) {
        if (!isOwnMember(part) && mapping.accounts.verdictOf(part) === undefined) {
            mapping.approximated(part, 'the behaviour of a test case is not migrated');
        }
    }
}

/** Writes `perform action run : Run;` in the classifier that has the activity as its classifier behaviour. */
function performAsClassifierBehaviour(element: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const host = mapping.declarationOf(element.owner);
    const isHost = host !== undefined && (host.isDefinition || host.keyword === 'use case');
    if (!isClassifierBehaviour(element) || !isHost || !declaration.isDefinition) {
        return;
    }
    const usage = host.declare('perform action', host.freeName(lowerFirst(declaration.name)), 'behaviour', element.order + 0.5);
    usage.append('types', [new Name(declaration)]);
    usage.generals.add(declaration);
    bindContext(usage, declaration, ['this'], mapping);
}

/** Declares nothing: a behaviour that a state or a transition owns is written in the line of its owner. */
const inline: Mapper = { isWhole: true };

export const activityRows: readonly MapperRow[] = [
    {
        metaclasses: ['Activity'],
        applies: element => isInline(element),
        mapper: inline
    },
    { metaclasses: ['Activity'], mapper: activity }
];
