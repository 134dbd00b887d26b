/** Determines the object that a pin provides to an action, and how to reference its features (contract: migration 7.2). */
import { type Declaration, Name, type Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { activityOf, partOf } from './forms.js';
import { type Edges, edgesIn } from './routes.js';
import { ofSelf } from './scopes.js';

/** The reference to the object of a pin: the performing object, a path of its features, or the pin itself. */
type Target =
    | { readonly kind: 'self' }
    | { readonly kind: 'path'; readonly path: readonly Declaration[] }
    | { readonly kind: 'pin'; readonly pin: Declaration };

export function targetOf(node: UmlElement, pin: UmlElement | undefined, mapping: Mapping): Target | undefined {
    const activity = activityOf(node);
    const edges = activity === undefined ? undefined : edgesIn(activity);
    const flows = pin === undefined || edges === undefined ? [] : edges.incoming(pin);
    const sources = flows.flatMap(flow => edges!.sourcesOf(flow));
    const [source] = sources;
    if (sources.length === 1) {
        const path = pathFromSelf(source, edges!, mapping, 0);
        if (path !== undefined) {
            return path.length === 0 ? { kind: 'self' } : { kind: 'path', path };
        }
    }
    const written = mapping.declarationOf(pin);
    if (written !== undefined && (sources.length > 0 || written.value !== undefined)) {
        return { kind: 'pin', pin: written };
    }
    const part = mapping.declarationOf(partOf(node));
    return part === undefined ? undefined : { kind: 'path', path: [part] };
}

/**
 * Returns the features that are read, one after another, from the performing object up to a pin; empty for the performing object itself.
 */
function pathFromSelf(pin: UmlElement, edges: Edges, mapping: Mapping, depth: number): readonly Declaration[] | undefined {
    const action = pin.owner;
    if (action?.metaclass === 'ReadSelfAction') {
        return [];
    }
    if (action?.metaclass !== 'ReadStructuralFeatureAction' || depth > 20) {
        return undefined;
    }
    const feature = mapping.declarationOf(action.ref('structuralFeature'));
    const object = action.ownedAs('object')[0];
    const sources = object === undefined ? [] : edges.incoming(object).flatMap(flow => edges.sourcesOf(flow));
    const before = sources.length === 1 ? pathFromSelf(sources[0], edges, mapping, depth + 1) : undefined;
    return before === undefined || feature === undefined ? undefined : [...before, feature];
}

/** Returns the reference to a feature of a pin's object. Omits the pin if the object can be referenced by name. */
export function featureText(node: UmlElement, role: string, feature: Declaration, body: Declaration, mapping: Mapping): Text | undefined {
    const [pin] = node.ownedAs(role);
    const target = targetOf(node, pin, mapping);
    if (target === undefined) {
        return undefined;
    }
    if (target.kind === 'pin') {
        return [new Name(target.pin, [feature])];
    }
    leaveOut(pin, mapping);
    return ofSelf(body, [...(target.kind === 'path' ? target.path : []), feature], mapping);
}

/** Removes the parameter of a pin. @param reason why the action needs no parameter for it */
export function leaveOut(pin: UmlElement | undefined, mapping: Mapping, reason = 'its object is reached by name'): void {
    const written = mapping.declarationOf(pin);
    if (written !== undefined) {
        written.owner!.remove(written);
        mapping.forget(pin!);
        mapping.accounts.note(pin!, reason);
    }
}
