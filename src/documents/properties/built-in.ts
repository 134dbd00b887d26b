/** The properties that every element has (contract: views 6.4, 4.3), as values of cells. */
import type { AstNode } from '../../language/generated/tree.js';
import { metaclassOrUndefined } from '../../language/semantics/metaclass.js';
import { effectiveBoundsOf } from '../../language/semantics/multiplicity.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { shortNameOf } from '../../language/semantics/reflection.js';
import { isDefinition, isFeature, isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { declaredTypesOf } from '../../runtime/evaluation/index.js';
import { INFINITY } from '../../runtime/values/index.js';
import { commentText } from '../../views/index.js';
import { elementIdOf, type CellValue } from '../rows.js';
import { parentOf } from '../elements.js';

type Reader = (element: AstNode) => readonly (CellValue | undefined)[];

const bound = (value: number | undefined): CellValue | undefined => (value === Infinity ? INFINITY : value);

function boundsOf(element: AstNode): { readonly lower?: number; readonly upper?: number } {
    return isUsage(element) ? effectiveBoundsOf(element) : {};
}

/** The id of the declared type; of the first one if there are several. */
function typeOf(element: AstNode): string | undefined {
    const [type] = isFeature(element) ? declaredTypesOf(element) : [];
    return type === undefined ? undefined : qualifiedNameOf(type);
}

/** The names that the declaration states. The effective name may come from a referenced or redefined feature. */
const declared = (element: AstNode): { readonly name?: string; readonly shortName?: string } => element;

const READERS: Readonly<Record<string, Reader>> = {
    name: e => [nameOf(e)],
    declaredName: e => [declared(e).name],
    shortName: e => [shortNameOf(e)],
    declaredShortName: e => [declared(e).shortName],
    documentation: e =>
        ownedMembersOf(e)
            .filter(m => m.$type === 'Documentation')
            .map(m => commentText(m.body)),
    qualifiedName: e => [elementIdOf(e)],
    '@id': e => [elementIdOf(e)],
    owner: e => {
        const owner = parentOf(e);
        return [owner === undefined ? undefined : elementIdOf(owner)];
    },
    '@type': e => [metaclassOrUndefined(e)],
    type: e => [typeOf(e)],
    isAbstract: e => [isDefinition(e) || isUsage(e) ? e.isAbstract : undefined],
    isIndividual: e => [isDefinition(e) || isUsage(e) ? e.isIndividual : undefined],
    multiplicityLower: e => [bound(boundsOf(e).lower)],
    multiplicityUpper: e => [bound(boundsOf(e).upper)]
};

/** The value of a built-in property of an element; undefined if `name` is not built in. */
export function builtIn(element: AstNode, name: string): readonly CellValue[] | undefined {
    return Object.hasOwn(READERS, name) ? READERS[name](element).filter(v => v !== undefined) : undefined;
}
