/** Writes effects of transitions, and entry, do and exit behaviours of states (contract: migration 7.4). */
import { type Declaration, InlineBody, type Text } from '../../notation/declaration.js';
import { nameText } from '../../notation/spelling.js';
import type { UmlElement } from '../../uml-model.js';
import { untranslated } from '../plain-text.js';
import { declareBody, writeBody } from '../activities/activities.js';
import { isInline } from '../activities/forms.js';
import type { Scope } from '../expressions/scope.js';
import { statementsIn } from '../expressions/languages.js';
import type { Statement } from '../expressions/opaque.js';
import type { Mapping } from '../mapping.js';
import { parameterMapper, writeStatements } from '../operations.js';
import { lowerFirst } from '../properties.js';

/**
 * Writes a behaviour as an action in notation, `action name { … }` or `action : Def`, and gives its verdict.
 * @param place the declaration whose body or line contains it
 */
export function actionText(behaviour: UmlElement, place: Declaration, scope: Scope, mapping: Mapping): Text {
    const definition = behaviour.owner === undefined || isInline(behaviour) ? undefined : mapping.text(behaviour);
    if (definition !== undefined) {
        return ['action : ', ...definition];
    }
    const body = bodyOf(behaviour) ?? specifiedText(behaviour, mapping);
    if (behaviour.metaclass === 'Activity' && body === undefined) {
        return activityText(behaviour, place, mapping);
    }
    if (body === undefined) {
        return withoutBody(behaviour, place, mapping);
    }
    const language = behaviour.values('language')[0] ?? '';
    const result = statementsIn(language, body, scope);
    behaviour.ownedAs('ownedParameter').forEach(parameter => mapping.mapped(parameter));
    if ('statements' in result) {
        mapping.mapped(behaviour);
        result.notes.forEach(note => mapping.approximated(behaviour, note));
        return statementsText(behaviour, result.statements, place, mapping);
    }
    mapping.approximated(behaviour, `the body is kept as a comment: ${result.reason}`);
    return [`action { /* ${untranslated(result.reason, language, body).replaceAll('*/', '* /')} */ }`];
}

function statementsText(behaviour: UmlElement, statements: readonly Statement[], place: Declaration, mapping: Mapping): Text {
    if (statements.length < 2) {
        return ['action { ', ...statements.flatMap(({ text }) => [...text, ' ']), '}'];
    }
    const body = mapping.inlineBody(place, behaviour);
    writeStatements(body, statements);
    return ['action ', new InlineBody(body)];
}

/** Writes the nodes and edges of an activity as an inline body. */
function activityText(activity: UmlElement, place: Declaration, mapping: Mapping): Text {
    const body = mapping.inlineBody(place, activity);
    mapping.setPlace(activity, body);
    activity.ownedAs('ownedParameter').forEach(parameter => {
        parameterMapper.declare!(parameter, body, mapping);
        parameterMapper.complete!(parameter, mapping);
    });
    declareBody(activity, body, mapping);
    writeBody(activity, body, mapping);
    mapping.mapped(activity);
    return [`action ${nameOfAction(activity, place, mapping)}`, new InlineBody(body)];
}

/** Returns the name of the action that a behaviour is written as, with a blank; empty without a name. */
function nameOfAction({ name }: UmlElement, place: Declaration, mapping: Mapping): string {
    if (name === '') {
        return '';
    }
    return `${nameText(place.takeName(lowerFirst(name), taken => mapping.libraryMembers(place, taken)))} `;
}

function bodyOf(behaviour: UmlElement): string | undefined {
    return behaviour.values('body')[0] ?? behaviour.ownedAs('body')[0]?.value('value');
}

/** The text that Enterprise Architect writes instead of a reference to the specified operation. */
function specifiedText(behaviour: UmlElement, mapping: Mapping): string | undefined {
    const words = mapping.stereotypes.isEnterpriseArchitect ? behaviour.dangling('specification') : [];
    return words.length === 0 ? undefined : words.join(' ');
}

/** Handles a behaviour without text: empty, or of a kind that is not written. */
function withoutBody(behaviour: UmlElement, place: Declaration, mapping: Mapping): Text {
    const isEmpty = behaviour.owned.every(part => part.metaclass === 'Comment' || part.metaclass === 'Parameter');
    if (isEmpty) {
        mapping.mapped(behaviour);
        return [`action ${nameOfAction(behaviour, place, mapping)}{ }`]; // the name may be the only description of the behaviour
    }
    mapping.unmapped(behaviour, `the ${behaviour.metaclass} of a state or transition is not written yet`);
    return ['action { }'];
}
