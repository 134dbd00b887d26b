/**
 * Computes inherited and imported members in the order of the standard's operations (KerML 8.3.3.1.10 inheritedMemberships,
 * nonPrivateMemberships, removeRedefinedFeatures; 8.3.2.4.5 importedMemberships, visibleMemberships). Depends on syntax trees.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { importAdmits } from '../../language/semantics/filters.js';
import { importsAll } from '../../language/semantics/imported-namespaces.js';
import { importTarget, memberElement } from '../../language/semantics/names.js';
import { importsOf } from '../../language/semantics/owned-members.js';
import { redefinedFeaturesOf } from '../../language/semantics/specialization.js';
import { importedName, isImport, isNamespace, isType, ownedFeaturesOf, ownedMembersOf } from '../../language/semantics/structure.js';
import { generalsInOrder } from './clause-order.js';
import type { Parts } from './parts.js';
import {
    elementOf,
    isDeclared,
    type Member,
    nameOfMember,
    redefinedByMember,
    undeclaredParametersOf,
    type Visibility,
    visibilityOfMember,
    withUndeclaredParameters
} from './undeclared-parameters.js';

const NONE: readonly never[] = [];
/** The value in the caches while a result is being computed. */
const UNDETERMINED: readonly never[] = [];

export class Members {
    constructor(private readonly parts: Parts) {}

    private readonly inherited = new Map<AstNode, readonly Member[]>();
    private readonly inheritedAsDeclared = new Map<AstNode, readonly Member[]>();
    /** by a key made of the generals and the redefined features */
    private readonly inheritedFromAll = new Map<string, readonly Member[]>();
    private readonly numbers = new Map<AstNode, number>();
    /**
     * The number of times that a type was reached from itself. A result that was computed in such a cycle lacks the members of that type,
     * so it is kept only for the type at which the computation started.
     */
    private cycles = 0;
    private readonly redefined = new Map<Member, ReadonlySet<AstNode>>();

    /**
     * The inherited members of a type: the members of its generals that are not private and that no owned or other inherited feature
     * redefines.
     * @param asDeclared whether implied specializations are omitted
     */
    inheritedBy(type: AstNode, asDeclared = false): readonly Member[] {
        const answers = asDeclared ? this.inheritedAsDeclared : this.inherited;
        const known = answers.get(type);
        if (known !== undefined) {
            this.cycles += known === UNDETERMINED ? 1 : 0;
            return known;
        }
        answers.set(type, UNDETERMINED); // in a cycle of specializations, a type inherits nothing from itself
        const members = this.inheritedFrom(generalsInOrder(type, asDeclared), this.redefinedByOwned(type), asDeclared);
        answers.set(type, members);
        return members;
    }

    /** The features that the owned features of a type redefine directly. */
    redefinedByOwned(type: AstNode): ReadonlySet<AstNode> {
        const undeclared = undeclaredParametersOf(type).flatMap(parameter => parameter.redefined);
        return new Set([...ownedFeaturesOf(type).flatMap(redefinedFeaturesOf), ...undeclared]);
    }

    /**
     * The members that a type with these generals inherits.
     * @param redefined the features that the owned features of the type redefine directly
     */
    inheritedFrom(generals: readonly AstNode[], redefined: ReadonlySet<AstNode>, asDeclared = false): readonly Member[] {
        const key = `${asDeclared}|${this.numbersOf(generals)}|${this.numbersOf(redefined)}`;
        let members = this.inheritedFromAll.get(key);
        if (members === undefined) {
            const { cycles } = this;
            members = this.determineInherited(generals, redefined, asDeclared);
            if (this.cycles === cycles) {
                this.inheritedFromAll.set(key, members);
            }
        }
        return members;
    }

    private numbersOf(nodes: Iterable<AstNode>): string {
        let text = '';
        for (const node of nodes) {
            let number = this.numbers.get(node);
            if (number === undefined) {
                this.numbers.set(node, (number = this.numbers.size));
            }
            text += `${number},`;
        }
        return text;
    }

    private determineInherited(generals: readonly AstNode[], redefined: ReadonlySet<AstNode>, asDeclared: boolean): readonly Member[] {
        const inheritable = [...new Set(generals.flatMap(general => this.nonPrivateOf(general, asDeclared)))];
        const hidden = new Set<AstNode>();
        for (const member of inheritable) {
            this.redefinedBy(member).forEach(feature => feature !== elementOf(member) && hidden.add(feature));
        }
        return inheritable.filter(member => {
            const element = elementOf(member);
            const isHidden = element !== undefined && (hidden.has(element) || redefined.has(element));
            return !isHidden && !anyOf(this.redefinedBy(member), redefined);
        });
    }

    /**
     * The members of a type that are not private: the public ones (owned, then imported), the protected ones (owned, then imported), then
     * the inherited ones.
     */
    private nonPrivateOf(type: AstNode, asDeclared: boolean): Member[] {
        const own = this.membersOf(type);
        const ofVisibility = (visibility: Visibility): Member[] => [
            ...own.filter(m => visibilityOfMember(m) === visibility),
            ...this.importedBy(type, visibility)
        ];
        return [...ofVisibility('public'), ...ofVisibility('protected'), ...this.inheritedBy(type, asDeclared)];
    }

    /** The features that a member's feature redefines, directly or indirectly. */
    private redefinedBy(member: Member): ReadonlySet<AstNode> {
        let found = this.redefined.get(member);
        if (found === undefined) {
            found = redefinedByMember(member);
            this.redefined.set(member, found);
        }
        return found;
    }

    /**
     * The members that a namespace imports, optionally by imports of one visibility only. Omits imported members that have the name of an
     * owned member.
     */
    importedBy(namespace: AstNode, visibility?: Visibility): readonly Member[] {
        const imports = importsOf(namespace).filter(i => visibility === undefined || visibilityOfMember(i) === visibility);
        if (imports.length === 0) {
            return NONE;
        }
        const hidden = new Set(this.membersOf(namespace).map(nameOfMember));
        hidden.delete(undefined);
        return [...new Set(imports.flatMap(i => this.through(i, new Set([namespace]))))].filter(m => !hidden.has(nameOfMember(m)));
    }

    /** The members that an import admits, considering its filter conditions. */
    admittedBy(node: ast.Import): readonly Member[] {
        return [...new Set(this.through(node, new Set()))];
    }

    /** The owned members of a namespace, without imports. Prefix metadata precedes the other members. */
    private membersOf(namespace: AstNode): readonly Member[] {
        const { prefixes = NONE } = namespace;
        const declared = ownedMembersOf(namespace).filter(m => !isImport(m));
        return this.parts.among(namespace, [...prefixes, ...withUndeclaredParameters(namespace, declared)]);
    }

    private through(node: ast.Import, entered: Set<AstNode>): Member[] {
        const member = importTarget(node);
        const target = memberElement(member);
        if (member === undefined || target === undefined) {
            return [];
        }
        const { isNamespaceImport, isRecursive } = importedName(node);
        const found: Member[] = isNamespaceImport ? [] : [member];
        if (isNamespaceImport || isRecursive) {
            this.addVisible(target, found, isRecursive, importsAll(node), entered);
        }
        return found.filter(m => importAdmits(node, elementOf(m)));
    }

    /**
     * Adds the visible members of a namespace. A recursive import excludes members that are inherited through implied specializations
     * (KerML 8.3.3.1.10 visibleMemberships).
     */
    private addVisible(namespace: AstNode, found: Member[], isRecursive: boolean, withPrivate: boolean, entered: Set<AstNode>): void {
        if (entered.has(namespace)) {
            return;
        }
        entered.add(namespace);
        const isVisible = (member: Member): boolean => withPrivate || visibilityOfMember(member) === 'public';
        const own = this.membersOf(namespace).filter(isVisible);
        found.push(...own);
        importsOf(namespace)
            .filter(isVisible)
            .forEach(node => found.push(...this.through(node, entered)));
        if (isRecursive) {
            own.filter(isDeclared)
                .filter(isNamespace)
                .forEach(m => this.addVisible(m, found, true, withPrivate, entered));
        }
        if (isType(namespace)) {
            found.push(...this.inheritedBy(namespace, isRecursive).filter(isVisible));
        }
    }
}

function anyOf(some: ReadonlySet<AstNode>, others: ReadonlySet<AstNode>): boolean {
    for (const one of some) {
        if (others.has(one)) {
            return true;
        }
    }
    return false;
}
