/**
 * Checks flags that the notation can write only together with another part of the declaration, such as `default` with a value (contract:
 * conversion 5.3). Depends on graphs only.
 */
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';

/**
 * Flags of features that require another statement of the same element: the flag, whether the element has that statement, and its
 * description for the message.
 */
const NEEDS: readonly (readonly [flag: string, isMet: (element: GraphElement) => boolean, what: string])[] = [
    ['isDefault', element => element.has('value'), 'a value'],
    ['isInitial', element => element.has('value'), 'a value'],
    ['isPortion', element => element.has('portionKind') || element.is('isComposite'), 'isComposite or a portionKind']
];

/** @throws ConversionError naming the element and its flag */
export function checkFlags(graph: Graph): void {
    for (const element of graph.elements) {
        for (const [flag, isMet, what] of NEEDS) {
            if (element.is(flag) && isKind(element.metaclass, 'Feature') && !isMet(element)) {
                throw cannotConvert(element.text('qualifiedName') ?? element.key, `its ${flag} requires ${what}`);
            }
        }
    }
}
