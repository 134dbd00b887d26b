/**
 * Cross references (contract: views 7.5): finds the block or document that a `Ref` targets. A `Ref` reaches a block of another document
 * through a usage that the other document types.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { referentOf } from '../../language/semantics/referents.js';
import { nameOf } from '../../language/semantics/naming.js';
import { textOf as sourceOf } from '../../language/semantics/text.js';
import type { QueryContext } from '../query-context.js';
import { QueryFault } from '../faults.js';
import type { Target } from './blocks.js';
import { anchorOf, boundTo, documentsTyping, fileOf, isBlock, type Part, partsOf, textOf } from './parts.js';

/** A block with the names on its path from the document. */
interface Place {
    readonly part: Part;
    readonly path: readonly string[];
}

/**
 * The targets of the references in a document. They are resolved before its content is computed, because only referenced blocks get an
 * anchor.
 */
export class References {
    private readonly anchors = new Set<string>();

    constructor(
        private readonly context: QueryContext,
        private readonly document: AstNode
    ) {}

    /** The anchor of a block; undefined if no reference targets it. */
    anchorAt(path: readonly string[]): string | undefined {
        const anchor = anchorOf(path);
        return this.anchors.has(anchor) ? anchor : undefined;
    }

    /** Registers the target of a `Ref`. @throws QueryFault */
    note(ref: AstNode): void {
        const { target } = this.resolve(ref);
        if (target.document === undefined && target.anchor !== undefined) {
            this.anchors.add(target.anchor);
        }
    }

    /** The target of a `Ref` and its title. @throws QueryFault */
    resolve(ref: AstNode): { readonly target: Target; readonly title: string } {
        const expression = boundTo(ref, 'target');
        if (expression === undefined) {
            throw new QueryFault('definition', 'target is required');
        }
        const element = referentOf(expression);
        if (element === undefined) {
            throw new QueryFault('definition', `the target ${sourceOf(expression)} is unknown`);
        }
        const through = firstStep(expression);
        const typing = [...new Set([...documentsTyping(through), ...documentsTyping(element)])];
        if (typing.length > 1) {
            throw new QueryFault('definition', `the target ${sourceOf(expression)} is typed by more than one document`);
        }
        const [other] = typing;
        if (other !== undefined && element === through) {
            return {
                target: { document: fileOf(other), anchor: undefined },
                title: textOf(this.context, other, 'title') ?? nameOf(other) ?? ''
            };
        }
        const place = placeOf(other ?? this.document, element, []);
        if (place === undefined) {
            throw new QueryFault('definition', `the target ${sourceOf(expression)} is neither a block nor a document`);
        }
        if (place.path.includes('')) {
            throw new QueryFault('definition', `the target ${sourceOf(expression)} has no name`);
        }
        return {
            target: { document: other === undefined ? undefined : fileOf(other), anchor: anchorOf(place.path) },
            title: this.titleOf(place)
        };
    }

    private titleOf({ part: { feature, kind, name } }: Place): string {
        const [title, caption] = ['title', 'caption'].map(a => textOf(this.context, feature, a));
        return (kind === 'Section' ? title : caption) ?? name;
    }
}

/** The first feature of a chain. */
function firstStep(expression: AstNode): AstNode {
    return expression.$type === 'FeatureChainExpression' ? firstStep(expression.operand) : (referentOf(expression) ?? expression);
}

/** The path of a block below a document or section. */
function placeOf(owner: AstNode, block: AstNode, path: readonly string[]): Place | undefined {
    for (const part of partsOf(owner).filter(isBlock)) {
        const at = [...path, part.name];
        const found = part.declarations.includes(block) ? { part, path: at } : placeOf(part.feature, block, at);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}
