/**
 * What types inherit and namespaces import, member by member, in the order of the standard's operations (KerML 8.3.3.1.10
 * inheritedMemberships, nonPrivateMemberships, removeRedefinedFeatures; 8.3.2.4.5 importedMemberships, visibleMemberships). Knows the
 * syntax tree.
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
/** In the place of what is being determined. */
const UNDETERMINED: readonly never[] = [];

export class Members {
    constructor(private readonly parts: Parts) {}

    private readonly inherited = new Map<AstNode, readonly Member[]>();
    private readonly inheritedAsDeclared = new Map<AstNode, readonly Member[]>();
    /** by what they are determined by */
    private readonly inheritedFromAll = new Map<string, readonly Member[]>();
    private readonly numbers = new Map<AstNode, number>();
    /** Times that a type was reached from itself: what was determined meanwhile holds of the type that it began with. */
    private cycles = 0;
    private readonly redefined = new Map<Member, ReadonlySet<AstNode>>();

    /**
     * The members that a type inherits: those of its generals that are not private and that no feature of it, or another one
     * that it inherits, redefines.
     * @param asDeclared whether implied specializations are left out
     */
    inheritedBy(type: AstNode, asDeclared = false): readonly Member[] {
        const answers = asDeclared ? this.inheritedAsDeclared : this.inherited;
        const known = answers.get(type);
        if (known !== undefined) {
            this.cycles += known === UNDETERMINED ? 1 : 0;
            return known;
        }
        answers.set(type, UNDETERMINED); // one that specializes itself inherits nothing from itself
        const members = this.inheritedFrom(generalsInOrder(type, asDeclared), this.redefinedByOwned(type), asDeclared);
        answers.set(type, members);
        return members;
    }

    /** The features that those redefine directly that a type owns. */
    redefinedByOwned(type: AstNode): ReadonlySet<AstNode> {
        const undeclared = undeclaredParametersOf(type).flatMap(parameter => parameter.redefined);
        return new Set([...ownedFeaturesOf(type).flatMap(redefinedFeaturesOf), ...undeclared]);
    }

    /**
     * The members of generals that a type with these inherits.
     * @param redefined the features that those redefine directly that the type owns
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

    /** The public members of a type in front of the protected ones and those that it inherits. */
    private nonPrivateOf(type: AstNode, asDeclared: boolean): Member[] {
        const own = this.membersOf(type);
        const ofVisibility = (visibility: Visibility): Member[] => [
            ...own.filter(m => visibilityOfMember(m) === visibility),
            ...this.importedBy(type, visibility)
        ];
        return [...ofVisibility('public'), ...ofVisibility('protected'), ...this.inheritedBy(type, asDeclared)];
    }

    /** What the feature that a member is, or names, redefines directly or through others. */
    private redefinedBy(member: Member): ReadonlySet<AstNode> {
        let found = this.redefined.get(member);
        if (found === undefined) {
            found = redefinedByMember(member);
            this.redefined.set(member, found);
        }
        return found;
    }

    /** The members that a namespace imports, through imports of a visibility if it is given; its own members hide those of their names. */
    importedBy(namespace: AstNode, visibility?: Visibility): readonly Member[] {
        const imports = importsOf(namespace).filter(i => visibility === undefined || visibilityOfMember(i) === visibility);
        if (imports.length === 0) {
            return NONE;
        }
        const hidden = new Set(this.membersOf(namespace).map(nameOfMember));
        hidden.delete(undefined);
        return [...new Set(imports.flatMap(i => this.through(i, new Set([namespace]))))].filter(m => !hidden.has(nameOfMember(m)));
    }

    /** The members that an import admits, by its conditions too. */
    admittedBy(node: ast.Import): readonly Member[] {
        return [...new Set(this.through(node, new Set()))];
    }

    /** The members that a namespace owns, metadata in front of its head first; imports are none. */
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

    /** A recursive import takes no members that are inherited by implication (KerML 8.3.3.1.10 visibleMemberships). */
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
