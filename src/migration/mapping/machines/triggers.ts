/** Maps triggers of transitions and their events (contract: migration 7.4, 7.5). */
import { classifierGroup } from '../classifiers.js';
import { withArticle } from '../../../language/semantics/metaclass.js';
import { type Declaration, LibraryName, Name, type Text } from '../../notation/declaration.js';
import { everyElement, type UmlElement, type UmlModel } from '../../uml-model.js';
import type { Parameter, Scope } from '../expressions/scope.js';
import { expressionIn } from '../expressions/languages.js';
import { opaqueExpression } from '../expressions/opaque.js';
import type { Mapper, MapperRow } from '../mapper.js';
import type { Mapping } from '../mapping.js';
import { oncePer } from '../once.js';
import { lowerFirst } from '../properties.js';
import { durationOf, realText } from './durations.js';

/** The translation of a trigger: the text after `accept`, or the reason why there is none. */
export type Accept =
    | {
          readonly text: (isNamed: boolean) => Text;
          /** spelling in the names of transitions */
          readonly label: string;
          /** name and type of the accepted payload, for guards and effects */
          readonly payload: { readonly name: string; readonly type: Declaration } | undefined;
          readonly notes: readonly string[];
          /** whether the verdict of the trigger is `approximated` */
          readonly isApproximate: boolean;
      }
    | { readonly reason: string };

export function acceptOf(trigger: UmlElement, scope: Scope, mapping: Mapping): Accept {
    const event = trigger.ref('event');
    if (event === undefined) {
        return trigger.linksOf('event').length > 0 ? { reason: 'the event is not part of the input' } : bySignalName(trigger, mapping);
    }
    switch (event.metaclass) {
        case 'SignalEvent':
            return signal(trigger, event.ref('signal'), mapping);
        case 'ChangeEvent':
            return change(event, scope, mapping);
        case 'TimeEvent':
            return event.flag('isRelative') ? time(event, scope, mapping) : instant(event, scope);
        default:
            return { reason: `${withArticle(event.metaclass)} has no form` };
    }
}

/** Signals by name; undefined for a name that several signals have. */
const signalsByName = oncePer((model: UmlModel): ReadonlyMap<string, UmlElement | undefined> => {
    const signals = new Map<string, UmlElement | undefined>();
    for (const element of everyElement(model.roots)) {
        if (element.metaclass === 'Signal') {
            signals.set(element.name, signals.has(element.name) ? undefined : element);
        }
    }
    return signals;
});

/**
 * Handles triggers of Enterprise Architect, which have no events: accepts the signal with the name of the trigger, if there is exactly one,
 * otherwise the payload that a trigger with this name declares.
 */
function bySignalName(trigger: UmlElement, mapping: Mapping): Accept {
    const named = signalsByName(mapping.model).get(trigger.name);
    const accepted = named ?? eventsByName(mapping.model).get(trigger.name);
    if (accepted === undefined) {
        return { reason: 'it names no event' };
    }
    const accept = signal(trigger, accepted, mapping);
    const note = `it names no event: ${named === undefined ? 'an item definition' : 'the signal'} of its name is accepted`;
    return 'reason' in accept ? accept : { ...accept, notes: [note], isApproximate: true };
}

/**
 * Triggers in packages that name no event, by names that no signal has. All triggers of one name are one event, which the first trigger
 * declares.
 */
const eventsByName = oncePer((model: UmlModel): ReadonlyMap<string, UmlElement> => {
    const events = new Map<string, UmlElement>();
    for (const trigger of sharedTriggers(model)) {
        const isEvent = trigger.name !== '' && trigger.linksOf('event').length === 0 && !signalsByName(model).has(trigger.name);
        if (isEvent && !events.has(trigger.name)) {
            events.set(trigger.name, trigger);
        }
    }
    return events;
});

/** Whether a transition or an action has a trigger, even one that is not written. Tools own triggers there or reference shared ones. */
export const isTriggered = (element: UmlElement): boolean => element.ownedAs('trigger').length + element.linksOf('trigger').length > 0;

function signal(trigger: UmlElement, signalElement: UmlElement | undefined, mapping: Mapping): Accept {
    const type = mapping.declarationOf(signalElement);
    const name = mapping.text(signalElement);
    if (type === undefined || name === undefined) {
        return { reason: 'its signal is not written' };
    }
    const port = mapping.text(trigger.ref('port'));
    const via = port === undefined ? [] : [' via ', ...port];
    const parameter = lowerFirst(type.name).replace(/\W/g, '_');
    return {
        text: isNamed => [...(isNamed ? [`${parameter} : `] : []), ...name, ...via],
        label: `${type.name}${port === undefined ? '' : ` via ${trigger.ref('port')!.name}`}`,
        payload: { name: parameter, type },
        notes: [],
        isApproximate: false
    };
}

/** Returns the text of a value specification: the body of an opaque expression, the value of a literal, or the text of its expression. */
export function textOf(value: UmlElement | undefined): string | undefined {
    return value === undefined
        ? undefined
        : (value.values('body')[0] ?? value.value('value') ?? value.value('symbol') ?? textOf(value.ownedAs('expr')[0]));
}

function change(event: UmlElement, scope: Scope, mapping: Mapping): Accept {
    const [value] = event.ownedAs('changeExpression');
    const text = textOf(value);
    if (text === undefined) {
        return { reason: 'it has no condition' };
    }
    const result = expressionIn(value?.values('language')[0] ?? '', text, scope, mapping.options.library);
    return 'reason' in result
        ? { reason: `its condition is not translated: ${result.reason}` }
        : {
              text: () => ['when ', ...result.text],
              label: `when ${text.trim()}`,
              payload: undefined,
              notes: result.note === undefined ? [] : [result.note],
              isApproximate: result.note !== undefined
          };
}

/** Returns `accept after 5.0 [SI::s]`. A text that is not a duration is an expression in seconds, like the bounds of intervals. */
function time(event: UmlElement, scope: Scope, mapping: Mapping): Accept {
    const text = (textOf(event.ownedAs('when')[0]) ?? '').trim();
    const duration = durationOf(text, /magicdraw|cameo/i.test(mapping.model.exporter));
    const expression = duration === undefined ? opaqueExpression(text.replace(/^after\b/i, '').trim(), scope) : undefined;
    if (expression !== undefined && ('reason' in expression || expression.type === 'Boolean' || expression.type === 'String')) {
        return { reason: `'${text}' is no duration` };
    }
    const note = duration === undefined ? `'${text}' is taken as seconds` : duration.note;
    const seconds: Text = expression === undefined ? [realText(duration!.seconds)] : ['(', ...expression.text, ')'];
    return {
        text: () => ['after ', ...seconds, ' [', new LibraryName('SI::s'), ']'],
        label: `after ${text}`,
        payload: undefined,
        notes: note === undefined ? [] : [note],
        isApproximate: note !== undefined
    };
}

/** Returns `accept at noon`, and declares an attribute of the behaviour for the time instant. */
function instant(event: UmlElement, { bodies }: Scope): Accept {
    const isBehaviour = (d: Declaration | undefined): boolean => d?.kind === 'action' || d?.kind === 'state';
    const host = bodies.find(body => isBehaviour(body) && !isBehaviour(body.owner));
    const text = (textOf(event.ownedAs('when')[0]) ?? '').trim();
    if (host === undefined || text === '') {
        return { reason: host === undefined ? 'no behaviour holds its instant' : 'it states no time' };
    }
    let attribute = host.declarations().find(({ source }) => source === event);
    if (attribute === undefined) {
        attribute = host.declare('attribute', host.freeName(event.name || text), 'property', event.order, event);
        attribute.append('types', [new LibraryName('Time::TimeInstantValue')]);
        attribute.isNameMadeUp = event.name === '';
    }
    const name = new Name(attribute);
    return {
        text: () => ['at ', name],
        label: `at ${attribute.name}`,
        payload: undefined,
        notes: [`the instant '${text}' is an attribute, to which a value has to be given`],
        isApproximate: true
    };
}

/** Extends a scope with the payload of an accept, for the texts that follow it. */
export function withPayload(scope: Scope, accept: Accept | undefined, names: readonly string[]): Scope & { readonly used: () => boolean } {
    if (accept === undefined || 'reason' in accept || accept.payload === undefined) {
        return { ...scope, used: () => false };
    }
    const { name, type } = accept.payload;
    const parameter: Parameter = { text: [name], type, isUsed: false };
    const known = new Map([name, type.name, ...names].map(n => [n, parameter]));
    return { ...scope, parameters: known, used: () => parameter.isUsed };
}

// --- Events -----------------------------------------------------------------------------------------------------------------

/** Events that triggers reference. */
const triggeredEvents = oncePer(
    (model: UmlModel): ReadonlySet<UmlElement> =>
        new Set([...everyElement(model.roots)].flatMap(e => (e.metaclass === 'Trigger' ? e.refs('event') : [])))
);

const WITHOUT_FORM = new Set(['CallEvent', 'AnyReceiveEvent']);

/** Accounts for an event, which is written in the accepts of its triggers. */
const event: Mapper = {
    complete(element, mapping) {
        if (WITHOUT_FORM.has(element.metaclass)) {
            mapping.unmapped(element, `${withArticle(element.metaclass)} has no form`);
        } else if (triggeredEvents(mapping.model).has(element)) {
            mapping.mapped(element, 'written in the accepts of its triggers');
        } else {
            mapping.unreferenced(element, 'no trigger names the event');
        }
    }
};

/** Triggers that transitions and actions reference without owning them. */
const sharedTriggers = oncePer((model: UmlModel): ReadonlySet<UmlElement> => {
    const referring = [...everyElement(model.roots)].filter(e => e.linksOf('trigger').length > 0);
    return new Set(referring.flatMap(e => e.refs('trigger')));
});

/**
 * Accounts for a trigger that a package owns, and declares its event if nothing else does. The transitions that reference it give its
 * verdict when they are written.
 */
const sharedTrigger: Mapper = {
    declare: (element, owner, mapping) =>
        owner.isPackage && eventsByName(mapping.model).get(element.name) === element
            ? mapping.declareNamed(element, owner, 'item def', classifierGroup(owner))
            : undefined,
    complete(element, mapping) {
        if (sharedTriggers(mapping.model).has(element)) {
            mapping.mapped(element, 'written in the accepts of its transitions');
        } else {
            mapping.unreferenced(element, 'nothing refers to the trigger');
        }
    }
};

export const eventRows: readonly MapperRow[] = [
    { metaclasses: ['Trigger'], mapper: sharedTrigger },
    { metaclasses: ['SignalEvent', 'ChangeEvent', 'TimeEvent', 'CallEvent', 'AnyReceiveEvent'], mapper: event }
];
