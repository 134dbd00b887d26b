/**
 * What types inherit and namespaces import, member by member (KerML 8.3.3.1.10 inheritedMemberships, 8.3.2.4.5
 * importedMemberships). Knows the syntax tree.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { allRedefinedFeaturesOf } from '../../language/semantics/featuring.js';
import { importAdmits } from '../../language/semantics/filters.js';
import { importsAll } from '../../language/semantics/lookup.js';
import { importTarget, memberElement } from '../../language/semantics/names.js';
import { nameOf } from '../../language/semantics/naming.js';
import { importsOf, visibilityOf } from '../../language/semantics/owned-members.js';
import { generalsOf } from '../../language/semantics/specialization.js';
import {
    importedName,
    isFeature,
    isImport,
    isNamespace,
    isType,
    ownedFeaturesOf,
    ownedMembersOf
} from '../../language/semantics/structure.js';

const NONE: readonly AstNode[] = [];

export class Members {
    private readonly inherited = new Map<AstNode, readonly AstNode[]>();

    /**
     * The members that a type inherits: those of its generals that are not private and that no feature of it, or another one
     * that it inherits, redefines.
     */
    inheritedBy(type: AstNode): readonly AstNode[] {
        const known = this.inherited.get(type);
        if (known !== undefined) {
            return known;
        }
        this.inherited.set(type, NONE); // one that specializes itself inherits nothing from itself
        const found = new Set<AstNode>();
        for (const general of generalsOf(type)) {
            const own = membersOf(general).filter(m => visibilityOf(m) !== 'private');
            [...own, ...this.importedBy(general, 'protected'), ...this.inheritedBy(general)].forEach(m => found.add(m));
        }
        const redefined = new Set<AstNode>();
        for (const feature of [...ownedFeaturesOf(type), ...found]) {
            if (isFeature(feature)) {
                allRedefinedFeaturesOf(feature).forEach(f => f !== feature && redefined.add(f));
            }
        }
        const members = [...found].filter(m => !redefined.has(m));
        this.inherited.set(type, members);
        return members;
    }

    /** The members that a namespace imports through imports of at least a visibility; its own members hide those of their names. */
    importedBy(namespace: AstNode, least: 'private' | 'protected' | 'public' = 'private'): readonly AstNode[] {
        const imports = importsOf(namespace).filter(i => RANK[visibilityOf(i)] >= RANK[least]);
        if (imports.length === 0) {
            return NONE;
        }
        const hidden = new Set(membersOf(namespace).map(nameOf));
        hidden.delete(undefined);
        return [...new Set(imports.flatMap(i => this.through(i, new Set([namespace]))))].filter(m => !hidden.has(nameOf(m)));
    }

    private through(node: ast.Import, entered: Set<AstNode>): AstNode[] {
        const member = importTarget(node);
        const target = memberElement(member);
        if (member === undefined || target === undefined) {
            return [];
        }
        const { isNamespaceImport, isRecursive } = importedName(node);
        const found = isNamespaceImport ? [] : [member];
        if (isNamespaceImport || isRecursive) {
            this.addVisible(target, found, isRecursive, importsAll(node), entered);
        }
        return found.filter(m => importAdmits(node, memberElement(m)));
    }

    private addVisible(namespace: AstNode, found: AstNode[], isRecursive: boolean, withPrivate: boolean, entered: Set<AstNode>): void {
        if (entered.has(namespace)) {
            return;
        }
        entered.add(namespace);
        const isVisible = (member: AstNode): boolean => withPrivate || visibilityOf(member) === 'public';
        const own = membersOf(namespace).filter(isVisible);
        found.push(...own);
        importsOf(namespace)
            .filter(isVisible)
            .forEach(node => found.push(...this.through(node, entered)));
        if (isType(namespace)) {
            found.push(...this.inheritedBy(namespace).filter(m => visibilityOf(m) === 'public'));
        }
        if (isRecursive) {
            own.filter(isNamespace).forEach(m => this.addVisible(m, found, true, withPrivate, entered));
        }
    }
}

const RANK = { private: 0, protected: 1, public: 2 } as const;

/** The members that a namespace declares; imports are none. */
function membersOf(namespace: AstNode): readonly AstNode[] {
    return ownedMembersOf(namespace).filter(m => !isImport(m));
}
