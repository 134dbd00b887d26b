/** Elements of the model as values: the metaobject of an element and the values of its meta-attributes (contract: core, `metaobject`). */
import type { AstNode } from '../../../language/generated/tree.js';
import { isMetaclass, metaclassOrUndefined } from '../../../language/semantics/metaclass.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { lookupVisible } from '../../../language/semantics/lookup.js';
import { isReflective, reflectiveValues } from '../../../language/semantics/reflection.js';
import { libraryElement } from '../../../language/semantics/world.js';
import { EvaluationError, Metaobject, sequenceOf, type Value } from '../../values/index.js';
import { isEnumLiteral } from '../model/kinds.js';
import type { RunModel } from '../run.js';
import { literalOf } from './literals.js';

/** The metaobject of an element. */
export function metaobjectOf(element: AstNode): Metaobject {
    const metaclass = metaclassElementOf(element);
    const metaclassId = (metaclass && qualifiedNameOf(metaclass)) ?? metaclassOrUndefined(element) ?? '';
    return new Metaobject(qualifiedNameOf(element) ?? '', metaclassId, element);
}

/** The metaclass of an element in the reflective libraries: `SysML::Systems::PartUsage`, `KerML::Kernel::Package`. */
function metaclassElementOf(element: AstNode): AstNode | undefined {
    const metaclass = metaclassOrUndefined(element);
    return metaclass === undefined
        ? undefined
        : ['SysML', 'KerML'].map(p => libraryElement(element, `${p}::${metaclass}`)).find(m => m !== undefined);
}

/** The model element of a metaobject. */
export function elementOf(metaobject: Metaobject): AstNode | undefined {
    return metaobject.element as AstNode | undefined; // values do not depend on the syntax tree; this room creates them from nodes
}

/**
 * The value of a metaobject's feature; undefined for a name that is not a meta-attribute of it.
 * @param target the feature that the name resolves to, where the model determines it
 */
export function metaobjectFeature(metaobject: Metaobject, name: string, target: AstNode | undefined, model: RunModel): Value | undefined {
    const element = elementOf(metaobject);
    if (element === undefined || !isMetaclass(element, 'Element')) {
        return undefined;
    }
    const metaclass = metaclassElementOf(element);
    const named = metaclass === undefined ? undefined : lookupVisible(metaclass, name);
    const attribute = [target, named].find(f => f !== undefined && isReflective(f));
    if (attribute === undefined) {
        return undefined;
    }
    return metaAttributeOf(element, attribute, model);
}

/** The value of an element's meta-attribute: null, one value, or a sequence. @throws EvaluationError unsupported feature */
export function metaAttributeOf(element: AstNode, attribute: AstNode, model: RunModel): Value {
    const values = reflectiveValues(element, attribute);
    if (values === undefined) {
        throw new EvaluationError('unsupported feature', `'${nameOf(attribute)}' of a model element cannot be read`);
    }
    const held = values.map(v => (typeof v !== 'object' ? v : isEnumLiteral(v) ? literalOf(v, model) : metaobjectOf(v)));
    return held.length === 0 ? null : held.length === 1 ? held[0] : sequenceOf(held);
}
