/** Determines the names of the members that declarations inherit from the library by implied specializations. */
import type { Library } from '../../language/library/library.js';
import { lookupVisible } from '../../language/semantics/lookup.js';
import type { LibraryMembers, Statement } from './spelling.js';

/** Library base type that declarations of each kind specialize implicitly. */
const BASES: Readonly<Record<string, string>> = {
    part: 'Parts::Part',
    item: 'Items::Item',
    occurrence: 'Occurrences::Occurrence',
    port: 'Ports::Port',
    attribute: 'Base::DataValue',
    connection: 'Connections::Connection',
    constraint: 'Constraints::ConstraintCheck',
    requirement: 'Requirements::RequirementCheck',
    'use case': 'UseCases::UseCase',
    action: 'Actions::Action',
    calc: 'Calculations::Calculation',
    state: 'States::StateAction',
    verification: 'VerificationCases::VerificationCase',
    analysis: 'AnalysisCases::AnalysisCase',
    allocation: 'Allocations::Allocation',
    interface: 'Interfaces::Interface',
    metadata: 'Metadata::MetadataItem',
    view: 'Views::View',
    viewpoint: 'Views::ViewpointCheck'
};

/** Library actions that statements and clauses specialize implicitly. */
const STATEMENTS: Readonly<Record<Statement, string>> = {
    assign: 'Actions::AssignmentAction',
    send: 'Actions::SendAction',
    accept: 'Actions::AcceptAction',
    if: 'Actions::TransitionAction'
};

/** Returns a function that says whether a declaration or statement inherits a member with a given name from its library base type. */
export function inheritedFrom(library: Library): LibraryMembers {
    const known = new Map<string, boolean>();
    return (of, name) => {
        const base =
            typeof of === 'string'
                ? STATEMENTS[of]
                : BASES[of.kind.replace(/^(assert|do|entry|exhibit|exit|frame|include|perform|satisfy|verify) /, '')];
        if (base === undefined) {
            return false;
        }
        const key = `${base} ${name}`;
        let found = known.get(key);
        if (found === undefined) {
            const element = library.libraryElement(base);
            found = element !== undefined && lookupVisible(element, name) !== undefined;
            known.set(key, found);
        }
        return found;
    };
}
