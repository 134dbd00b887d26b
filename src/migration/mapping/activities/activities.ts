/** Activities: parameters, nodes, edges, partitions (contract: migration 7.1–7.3). */
import { type Declaration, Name } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import { plainText } from '../comments.js';
import { behaviourGroup, parameterMapper as mapperOfParameter } from '../operations.js';
import type { Mapper, MapperRow } from '../mapper.js';
import type { Mapping } from '../mapping.js';
import { writeEdges } from './edges.js';
import { completeNodes, declareNodes, writePartitions } from './nodes.js';

/** What of an activity a mapper of its own writes. */
const isOwnMember = ({ role }: UmlElement): boolean => role === 'ownedParameter' || role === 'ownedComment';

const activity: Mapper = {
    isWhole: true,
    declare(element, owner, mapping) {
        const keyword = mapping.stereotypes.has(element, 'TestCase') ? 'verification def' : 'action def';
        const declaration = mapping.declare(element, owner, keyword, behaviourGroup(owner), element.name || 'activity');
        for (const parameter of element.ownedAs('ownedParameter')) {
            mapperOfParameter.declare!(parameter, declaration, mapping);
        }
        if (keyword === 'action def') {
            declareNodes(element, declaration, mapping);
        }
        return declaration;
    },
    complete(element, mapping) {
        element.ownedAs('ownedParameter').forEach(parameter => mapperOfParameter.complete!(parameter, mapping));
    },
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        if (declaration.keyword === 'verification def') {
            writeTestCase(element, mapping);
            return;
        }
        mapping.mapped(element);
        completeNodes(element, mapping);
        writeEdges(element, declaration, mapping);
        writePartitions(element, declaration, mapping);
        writeComments(element, declaration, mapping);
        performAsClassifierBehaviour(element, declaration, mapping);
    }
};

function writeTestCase(element: UmlElement, mapping: Mapping): void {
    mapping.approximated(element, 'a test case is written as a verification; its behaviour is not migrated');
    for (const part of everyElement(element.owned)) {
        if (!isOwnMember(part) && mapping.accounts.verdictOf(part) === undefined) {
            mapping.approximated(part, 'the behaviour of a test case is not migrated');
        }
    }
}

function writeComments(element: UmlElement, body: Declaration, mapping: Mapping): void {
    element.ownedAs('ownedComment').forEach((comment, i) => {
        const kind = i === 0 && comment.refs('annotatedElement').includes(element) ? 'doc' : 'comment';
        const text = plainText(comment.value('body') ?? '');
        if (text.trim() !== '') {
            body.addComment({ kind, text }, 'documentation', comment.order);
        }
        mapping.mapped(comment);
    });
}

/** `perform action run : Run;` of the classifier whose behaviour it is. */
function performAsClassifierBehaviour(element: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const owner = element.owner;
    const host = mapping.declarationOf(owner);
    if (owner?.ref('classifierBehavior') !== element || host === undefined || !host.isDefinition) {
        return;
    }
    const wanted = declaration.name.charAt(0).toLowerCase() + declaration.name.slice(1);
    const usage = host.declare('perform action', host.freeName(wanted), 'behaviour', element.order + 0.5);
    usage.types.push([new Name(declaration)]);
    usage.generals.add(declaration);
}

export const activityRows: readonly MapperRow[] = [{ metaclasses: ['Activity'], mapper: activity }];
