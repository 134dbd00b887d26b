/** Effects of transitions, and what states do on entry, while they are active, and on exit (contract: migration 7.4). */
import type { Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import { plainText } from '../comments.js';
import { opaqueStatements, type Scope } from '../expressions/opaque.js';
import type { Mapping } from '../mapping.js';

/** The behaviour of a role as an action in notation: `action name { … }`, or `action name : Def`. Gives the verdict. */
export function actionText(behaviour: UmlElement, scope: Scope, mapping: Mapping): Text {
    const definition = behaviour.owner === undefined ? undefined : mapping.text(behaviour);
    if (definition !== undefined) {
        return ['action : ', ...definition];
    }
    const body = bodyOf(behaviour);
    if (body === undefined) {
        return withoutBody(behaviour, mapping);
    }
    const result = opaqueStatements(body, scope);
    behaviour.ownedAs('ownedParameter').forEach(parameter => mapping.mapped(parameter));
    if ('statements' in result) {
        mapping.mapped(behaviour);
        return ['action { ', ...result.statements.flatMap(statement => [...statement, ' ']), '}'];
    }
    mapping.approximated(behaviour, `the body is kept as a comment: ${result.reason}`);
    return [`action { /* ${plainText(body).replaceAll('*/', '* /')}${languageOf(behaviour)} */ }`];
}

function bodyOf(behaviour: UmlElement): string | undefined {
    return behaviour.values('body')[0] ?? behaviour.ownedAs('body')[0]?.value('value');
}

const languageOf = (behaviour: UmlElement): string => {
    const language = behaviour.values('language')[0];
    return language === undefined || language === '' ? '' : ` {${language}}`;
};

/** An activity without nodes, or one that nothing is written for. */
function withoutBody(behaviour: UmlElement, mapping: Mapping): Text {
    const isEmpty = behaviour.owned.every(part => part.metaclass === 'Comment' || part.metaclass === 'Parameter');
    if (isEmpty) {
        mapping.mapped(behaviour);
        return ['action { }'];
    }
    mapping.unmapped(behaviour, `the ${behaviour.metaclass} of a state or transition is not written yet`);
    return ['action { }'];
}
