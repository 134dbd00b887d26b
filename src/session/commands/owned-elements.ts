/** An element with everything that it owns, in the JSON of the API, as in repositories and files. */
import { convertModel, propertyOfMetaclass } from '../../exchange/convert.js';
import { membersOfObject } from '../../language/narrowing.js';
import { CellFailure } from '../answers/shown.js';
import type { Session } from '../session.js';

/** An element in the JSON of the API. */
export type ApiElement = Readonly<Record<string, unknown>>;

/** The id in a reference of the API, `{"@id": …}`; undefined for other values. */
export const referredId = (value: unknown): string | undefined =>
    typeof value === 'object' && value !== null && '@id' in value && typeof value['@id'] === 'string' ? value['@id'] : undefined;

/** The ids in a reference or a list of references. */
export const referred = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).map(referredId).filter(id => id !== undefined);

/**
 * An element and everything that it owns, by id, with the properties of the standard only.
 *
 * @param withDerived whether derived properties are included
 * @throws CellFailure for an unknown name, or a model that cannot be written as elements
 */
export function elementsBelow(session: Session, name: string, withDerived: boolean): Map<string, ApiElement> {
    const { id: qualifiedName } = session.element(name);
    const { content, error } = convertModel(session.model, { to: 'api-json', derived: withDerived });
    if (content === undefined) {
        throw new CellFailure('CommandError', error ?? 'the model cannot be written as elements');
    }
    const elements: unknown = JSON.parse(content);
    const all = new Map([elements].flat().map(e => [String(membersOfObject(e)['@id']), membersOfObject(e)]));
    const root = [...all.values()].find(e => e.qualifiedName === qualifiedName) ?? all.get(qualifiedName.replaceAll('::', '__'));
    if (root === undefined) {
        throw new CellFailure('CommandError', `${qualifiedName} is no element of the session's model`);
    }
    const kept = new Map<string, ApiElement>();
    const work = [String(root['@id'])];
    for (let id = work.pop(); id !== undefined; id = work.pop()) {
        const element = all.get(id);
        if (element !== undefined && !kept.has(id)) {
            const payload = payloadOf(element, withDerived);
            // the relationship to the owner of the root is omitted
            kept.set(id, element === root ? { ...payload, owningRelationship: undefined } : payload);
            work.push(...referred(element.ownedRelationship), ...referred(element.ownedRelatedElement));
        }
    }
    return kept;
}

/** Whether a property is derived in the metaclass of its element. */
export const isDerived = (element: ApiElement, name: string): boolean =>
    propertyOfMetaclass(String(element['@type']), name)?.isDerived === true;

/** Keeps the properties of the standard and drops source positions, which are private to this tool. */
function payloadOf(element: ApiElement, withDerived: boolean): ApiElement {
    return Object.fromEntries(
        Object.entries(element).filter(([name]) => !name.startsWith('sysx:') && (withDerived || !isDerived(element, name)))
    );
}
