/**
 * Answers Langium's questions about names with the core: scopes, links, references and the index of globally visible elements. Does not
 * depend on the protocol.
 */
import {
    type AstNode as LangiumNode,
    type AstNodeDescription,
    type AstReflection,
    type CstNode,
    type FindReferencesOptions,
    type IndexManager,
    type LangiumDocument,
    type Linker,
    type LinkingError,
    type MultiReference,
    type NameProvider,
    type Reference,
    type ReferenceDescription,
    type ReferenceInfo,
    type References,
    type Scope,
    type ScopeProvider,
    type Stream,
    stream,
    type URI,
    UriUtils
} from 'langium';
import type { AstNode } from '../../language/generated/tree.js';
import { isReferring } from '../../language/positions/name-segments.js';
import { elementAt, referencesTo } from '../../language/positions/places.js';
import { lookupNameOf } from '../../language/semantics/owned-members.js';
import { membersAlongIn, membersAlongInstead } from '../../language/semantics/names.js';
import { isNamespace, owningNamespaceOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { nameSpanOf } from '../../language/syntax/index.js';
import type { Document } from '../../language/workspace/document.js';
import { namesInScope } from '../completion.js';
import { type EditorModels, uriOf } from '../models.js';
import { describe, linkingError, ourNode, referenceDescription, segmentAt } from './descriptions.js';
import { ours } from './documents.js';

/** Names of elements, including implied ones. */
export const nameProvider: NameProvider = {
    getName: lookupNameOf,
    getNameNode: () => undefined
};

/** The scope of a node: resolves simple and qualified names, and lists the names that completion offers there. */
class NameScope implements Scope {
    constructor(
        private readonly models: EditorModels,
        private readonly context: AstNode
    ) {}

    getElement(name: string): AstNodeDescription | undefined {
        const { context } = this;
        const found =
            isReferring(context) && context.$type !== 'Argument'
                ? membersAlongInstead(context, name).at(-1)
                : membersAlongIn(namespaceOf(context), name).at(-1);
        return found && describe(found, name);
    }

    getElements(name: string): Stream<AstNodeDescription> {
        const found = this.getElement(name);
        return stream(found === undefined ? [] : [found]);
    }

    getAllElements(): Stream<AstNodeDescription> {
        const found = new Map<string, AstNodeDescription>();
        namesInScope(this.models.modelOf(documentOf(this.context)), namespaceOf(this.context), member => {
            const name = lookupNameOf(member);
            if (name !== undefined && !found.has(name)) {
                found.set(name, describe(member, name));
            }
        });
        return stream(found.values());
    }
}

function namespaceOf(node: AstNode): AstNode {
    return isNamespace(node) ? node : (owningNamespaceOf(node) ?? node);
}

export class WorkbenchScopes implements ScopeProvider {
    constructor(private readonly models: EditorModels) {}

    getScope({ container }: ReferenceInfo): Scope {
        return new NameScope(this.models, ourNode(container));
    }
}

/** Links on demand: the core resolves a name when its element is requested and stores the result on its node. */
export class WorkbenchLinker implements Linker {
    constructor(private readonly scopes: ScopeProvider) {}

    link(): Promise<void> {
        return Promise.resolve();
    }

    unlink(): void {
        // nothing to release: names are resolved on demand, and the results are valid for the whole snapshot
    }

    getCandidate(info: ReferenceInfo): AstNodeDescription | LinkingError {
        return this.scopes.getScope(info).getElement(info.reference.$refText) ?? linkingError(info);
    }

    getCandidates(info: ReferenceInfo): AstNodeDescription[] | LinkingError {
        const found = this.scopes.getScope(info).getElements(info.reference.$refText).toArray();
        return found.length === 0 ? linkingError(info) : found;
    }

    buildReference(container: LangiumNode, property: string, $refNode: CstNode | undefined, $refText: string): Reference {
        const found = (): AstNodeDescription | undefined => this.scopes.getScope({ reference, container, property }).getElement($refText);
        const reference: Reference = {
            $refNode,
            $refText,
            get ref() {
                return found()?.node;
            },
            get $nodeDescription() {
                return found();
            },
            get error() {
                return found() === undefined ? linkingError({ reference, container, property }) : undefined;
            }
        };
        return reference;
    }

    buildMultiReference(container: LangiumNode, property: string, $refNode: CstNode | undefined, $refText: string): MultiReference {
        const single = this.buildReference(container, property, $refNode, $refText);
        return {
            $refNode,
            $refText,
            get items() {
                return single.ref === undefined ? [] : [{ ref: single.ref, $nodeDescription: single.$nodeDescription }];
            },
            get error() {
                return single.error;
            }
        };
    }
}

/** References by the position index. */
export class WorkbenchReferences implements References {
    constructor(private readonly models: EditorModels) {}

    /** The element at the place of a concrete node; only trees of Langium's parser have concrete nodes. */
    findDeclarations({ astNode, offset }: CstNode): LangiumNode[] {
        const found = elementAt(documentOf(ourNode(astNode)), offset);
        return found === undefined ? [] : [found];
    }

    findDeclarationNodes(): CstNode[] {
        return [];
    }

    findReferences(target: AstNode, { documentUri, includeDeclaration }: FindReferencesOptions): Stream<ReferenceDescription> {
        const wanted = documentUri && UriUtils.normalize(documentUri);
        const isWanted = (document: Document): boolean => wanted === undefined || UriUtils.normalize(uriOf(document)) === wanted;
        const found = this.models
            .modelsSeeing(documentOf(target))
            .flatMap(model => referencesTo(model, target))
            .filter(({ document }) => isWanted(document))
            .map(({ document, segment }) => referenceDescription(document, segment, target));
        const declared = nameSpanOf(target);
        const home = documentOf(target);
        if (includeDeclaration === true && declared !== undefined && isWanted(home)) {
            const { targetUri, targetPath } = declarationOf(target);
            found.unshift({
                sourceUri: targetUri,
                sourcePath: targetPath,
                targetUri,
                targetPath,
                segment: segmentAt(home, declared),
                local: true
            });
        }
        return stream(found);
    }
}

function declarationOf(target: AstNode): { targetUri: URI; targetPath: string } {
    const { documentUri, path } = describe(target);
    return { targetUri: documentUri, targetPath: path };
}

/**
 * The elements that all documents see: the public members at the roots of the model's documents, then those of the library's. The snapshot
 * is the index: instead of updates or removals there is the next snapshot.
 */
export class WorkbenchIndex implements IndexManager {
    constructor(
        private readonly models: EditorModels,
        private readonly reflection: AstReflection
    ) {}

    remove(): void {}
    removeContent(): void {}
    removeReferences(): void {}
    updateContent(): Promise<void> {
        return Promise.resolve();
    }
    updateReferences(): Promise<void> {
        return Promise.resolve();
    }

    /** Whether a document depends, directly or through others, on a changed one. */
    isAffected(document: LangiumDocument, changedUris: Set<string>): boolean {
        const reached = new Set([ours(document)]);
        for (const each of reached) {
            if (each !== ours(document) && changedUris.has(UriUtils.normalize(uriOf(each)))) {
                return true;
            }
            each.mentionedDocuments.forEach(other => reached.add(other));
        }
        return false;
    }

    /** @param nodeType restricts the elements to this type and its subtypes */
    allElements(nodeType?: string, uris?: Set<string>): Stream<AstNodeDescription> {
        const { documents, library } = this.models;
        return stream(documents)
            .concat(stream(library.documents()))
            .filter(document => uris === undefined || uris.has(UriUtils.normalize(uriOf(document))))
            .flatMap(document => [...document.rootNames].flatMap(name => document.rootMembers(name).map(member => describe(member, name))))
            .filter(({ type }) => nodeType === undefined || this.reflection.isSubtype(type, nodeType));
    }

    findAllReferences(target: AstNode): Stream<ReferenceDescription> {
        return stream(this.models.modelsSeeing(documentOf(target)))
            .flatMap(model => referencesTo(model, target))
            .map(({ document, segment }) => referenceDescription(document, segment, target));
    }
}
