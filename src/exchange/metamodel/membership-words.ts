/** The keywords that express the membership of a declaration in the notation (SysML 8.2.2). Depends on graphs only. */
import type { GraphElement } from '../graph.js';

const MEMBERSHIP_WORDS: Readonly<Record<string, string>> = {
    SubjectMembership: 'subject',
    ActorMembership: 'actor',
    StakeholderMembership: 'stakeholder',
    ObjectiveMembership: 'objective',
    RequirementConstraintMembership: 'require',
    FramedConcernMembership: 'frame',
    RequirementVerificationMembership: 'verify',
    ViewRenderingMembership: 'render',
    ReturnParameterMembership: 'return',
    VariantMembership: 'variant'
};

/** The keyword of a membership; undefined for a membership without one. */
export function wordOfMembership(membership: GraphElement): string | undefined {
    switch (membership.metaclass) {
        case 'RequirementConstraintMembership':
            return membership.text('kind') === 'assumption' ? 'assume' : 'require';
        case 'StateSubactionMembership':
            return membership.text('kind');
        default:
            return MEMBERSHIP_WORDS[membership.metaclass];
    }
}
