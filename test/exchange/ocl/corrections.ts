/**
 * Where the OCL of the standards' text cannot mean what it says, and what it is read as here: names that no metaclass has, words of the
 * wrong kind, brackets that are missing, and what the standard's own prose says otherwise.
 */

/** What is read in the place of what in the constraints and operations of a name, or in all of them. */
export interface Correction {
    readonly in?: RegExp;
    readonly from: RegExp | string;
    readonly to: string;
    readonly because: string;
}

const TYPO = 'a slip of the text: nothing has the name';
const ENDS = 'the end of an association that its owner cannot navigate: the owned ones are meant';
const BRACKET = 'a bracket or word is missing or too many';
const LIBRARY = 'the library has the element by another name';

export const CORRECTIONS: readonly Correction[] = [
    // --- names that nothing has ---
    { from: /\bfeaturingTypes->(?=closure|exists|asSet)/g, to: 'featuringType->', because: TYPO },
    { from: /\bredefiningFeature\.featuringTypes\b/g, to: 'redefiningFeature.featuringType', because: TYPO },
    { from: /\bredefinedFeature\.featuringTypes\b/g, to: 'redefinedFeature.featuringType', because: TYPO },
    { from: /\bownedRedefinitions\b/g, to: 'ownedRedefinition', because: TYPO },
    { from: /\bownedSpecializations\b/g, to: 'ownedSpecialization', because: TYPO },
    { from: /\bownedEndFeatures\b/g, to: 'ownedEndFeature', because: TYPO },
    { from: /\bownedFeatures->/g, to: 'ownedFeature->', because: TYPO },
    { from: /\bconnectorEnds\b/g, to: 'connectorEnd', because: TYPO },
    { from: /\bassociationEnds\b/g, to: 'associationEnd', because: TYPO },
    { from: /\brelatedFeatures\b/g, to: 'relatedFeature', because: TYPO },
    { from: /\barguments->/g, to: 'argument->', because: TYPO },
    { from: /\bdirection = _'in'/g, to: "direction = FeatureDirectionKind::_'in'", because: TYPO },
    { from: /\bselectAsKind\b/g, to: 'selectByKind', because: TYPO },
    { from: /\ballSuperTypes\b/g, to: 'allSupertypes', because: TYPO },
    { from: /\boclKindOf\b|\bisOclKindOf\b|\boclisKindOf\b|\boclIsKind\b(?=\()/g, to: 'oclIsKindOf', because: TYPO },
    { from: /\boclIsType\b/g, to: 'oclIsKindOf', because: TYPO },
    { from: /\boclAsKindOf\b/g, to: 'oclAsType', because: TYPO },
    { from: /\bMetaClass\b/g, to: 'Metaclass', because: TYPO },
    { from: /\bshortMemberName\b/g, to: 'memberShortName', because: TYPO },
    { from: /\bowningfeatureMembership\b/g, to: 'owningFeatureMembership', because: TYPO },
    { from: /\bfeatureMembersip\b|\bfeatureMemberhsip\b/g, to: 'featureMembership', because: TYPO },
    { from: /\brefrencedFeature\b/g, to: 'referencedFeature', because: TYPO },
    { from: /\breferencedFeaureTarget\b/g, to: 'referencedFeatureTarget', because: TYPO },
    { from: /\bspecializesFromLibary\b/g, to: 'specializesFromLibrary', because: TYPO },
    { from: /\bowningNamspace\b/g, to: 'owningNamespace', because: TYPO },
    { from: /\bmetaClassTypes\b/g, to: 'metaclassTypes', because: TYPO },
    { from: /\bexits\(/g, to: 'exists(', because: TYPO },
    { from: /\btransitionFeatures\b/g, to: 'transitionFeature', because: TYPO },
    { from: /\bStakholderMembership\b|\bAStakholderMembership\b|\bAStakeholderMembership\b/g, to: 'StakeholderMembership', because: TYPO },
    { from: /\bRequiremenCaseRequirementDefinition\b/g, to: 'RequirementUsage', because: TYPO },
    { from: /\bFlowConnectionUsage\b/g, to: 'FlowUsage', because: 'the metaclass has this name since 2.0' },
    { from: /\b(oclIsKindOf|oclAsType)\(Action\)/g, to: '$1(ActionUsage)', because: TYPO },
    { from: /\bowningExpression\.sourceTargetFeature/g, to: 'sourceTargetFeature', because: TYPO },
    { from: /\bfeatureMemberships\b/g, to: 'featureMembership', because: TYPO },
    { from: /\bimportAll\b/g, to: 'isImportAll', because: TYPO },
    { from: /\bsuperType\b/g, to: 'supertype', because: TYPO },
    { from: /\bresult\.owningType\(\)/g, to: 'result.owningType', because: TYPO },
    { in: /^deriveRenderingDefinition/, from: 'usages', to: 'usage', because: TYPO },
    { in: /^deriveTypeOwnedSpecialization$/, from: 's.special', to: 's.specific', because: TYPO },
    { in: /^deriveTypeInheritedFeature$/, from: 'inheritedMemberships', to: 'inheritedMembership', because: TYPO },
    { in: /^deriveTypeInheritedFeature$/, from: 'memberFeature', to: 'ownedMemberFeature', because: TYPO },
    { in: /^deriveUsageNestedEnumeration$/, from: 'ownedNested', to: 'nestedEnumeration', because: TYPO },
    { in: /^deriveFeatureOwnedTyping$/, from: 'ownedGeneralization', to: 'ownedSpecialization', because: TYPO },
    { in: /^inheritableMemberships$/, from: 'excludedType->', to: 'excludedTypes->', because: TYPO },
    { in: /^directionOf$/, from: '(f, ', to: '(feature, ', because: TYPO },
    { in: /^instantiatedType$/, from: 'typeMembers', to: 'members', because: TYPO },
    { in: /^isCompatibleWith$/, from: 'supertype.', to: 'otherType.', because: TYPO },
    {
        in: /^isCompatibleWith$/,
        from: 'ownedRedefinition.allRedefinedFeatures()',
        to: 'allRedefinedFeatures()',
        because: 'the operation is one of features'
    },
    { in: /^canAccess$/, from: 'subsettingFeature.resolveGlobal', to: 'resolveGlobal', because: TYPO },
    { in: /^namesOf$|^visibilityOf$/, from: /\bmemberships\b(?=->|\.)/g, to: 'membership', because: TYPO },
    { in: /^validateRedefinitionFeaturingTypes$/, from: 'modelElement', to: 'memberElement', because: TYPO },
    { in: /^validateRedefinitionFeaturingTypes$/, from: '<> redefinedFeaturingType', to: '<> redefinedFeaturingTypes', because: TYPO },
    { in: /^validateTriggerInvocationExpressionAfter/, from: 'ownedMemberElement', to: 'memberElement', because: TYPO },
    { in: /^validateFeatureEndNoDirection$/, from: 'implied', to: 'implies', because: TYPO },
    { in: /^derive(?:Ownd|UseCaseUsage)IncludedUseCase$/, from: 'ownedUseCase', to: 'nestedUseCase', because: TYPO },
    { in: /^deriveViewUsageSatisfiedViewpoint$/, from: 'ownedRequirement', to: 'nestedRequirement', because: TYPO },
    {
        in: /^deriveCase(?:Definition|Usage)Objective/,
        from: /ownedRequirement\b/g,
        to: 'asSequence()',
        because: 'the first step goes to the requirement already'
    },
    { in: /^deriveExpressionIsModelLevelEvaluable$/, from: 'Set(Element){}', to: 'Set{}', because: TYPO },
    { in: /^deriveFunctionIsModelLevelEvaluable$/, from: 'Set(Element){}', to: 'Set{}', because: TYPO },
    {
        in: /^modelLevelEvaluable$/,
        from: "conformsTo('Anything::self')",
        to: "specializesFromLibrary('Base::Anything::self')",
        because: TYPO
    },
    {
        in: /^validateClassSpecialization|^validateFeatureIsVariable$/,
        from: "specializes('",
        to: "specializesFromLibrary('",
        because: TYPO
    },
    { in: /^checkConstructorExpressionSpecialization$/, from: "specializes('", to: "specializesFromLibrary('", because: TYPO },
    { in: /^validateInvocationExpressionInstantiatedType$/, from: 'size(1)', to: 'size() = 1', because: TYPO },
    { in: /^validateConstructorExpressionNoDuplicate/, from: 'select(visibility', to: 'select(owningMembership.visibility', because: TYPO },
    { in: /^validateTransitionFeatureMembershipGuard/, from: 'oclIsKindOf(Expression) in', to: 'oclAsType(Expression) in', because: TYPO },
    { in: /^checkFeatureOwnedCrossFeatureTypeFeaturing$/, from: /\bcrossFeature\(\)/g, to: 'crossFeature', because: TYPO },
    {
        in: /^checkFeatureOwnedCrossFeatureTypeFeaturing$/,
        from: 'excluding(self)',
        to: 'excluding(owner)',
        because: 'the end is the owner, not the cross feature'
    },
    // --- ends that cannot be navigated ---
    { from: /\b(?<!owned)redefinition\.redefinedFeature/g, to: 'ownedRedefinition.redefinedFeature', because: ENDS },
    { from: /\bannotatedElementFeatures\.typing\.type/g, to: 'annotatedElementFeatures.ownedTyping.type', because: ENDS },
    { from: /\bconjugator\.originalType\b/g, to: 'ownedConjugator.originalType', because: ENDS },
    { in: /^typingFeatures$/, from: 'subsetting->', to: 'ownedSubsetting->', because: ENDS },
    { in: /^typingFeatures$/, from: /subsettedFeatures? in/, to: 'subsettedFeature in', because: TYPO },
    { in: /^typingFeatures$/, from: /\.subsettedFeatures in/, to: '.subsettedFeature in', because: TYPO },
    { in: /^typingFeatures$/, from: 'subsettedFeature->includes', to: 'subsettedFeatures->includes', because: TYPO },
    { in: /^deriveFeatureType$/, from: 'typing.type', to: 'ownedTyping.type', because: ENDS },
    { in: /^deriveFeatureType$/, from: 'types->exist(', to: 'types->exists(', because: TYPO },
    { in: /^deriveFeatureFeaturingType$/, from: 'featuring.type', to: 'ownedTypeFeaturing.featuringType', because: ENDS },
    // --- brackets and words ---
    { in: /^deriveFeatureCrossFeature$/, from: /endif$/, to: 'endif endif', because: BRACKET },
    { in: /^deriveTransitionUsageSource$/, from: /$/, to: ' endif', because: BRACKET },
    { in: /^deriveTypeOwnedIntersecting$/, from: /^/, to: 'ownedIntersecting = ', because: BRACKET },
    { in: /^derivePartUsagePartDefinition$/, from: /^/, to: 'partDefinition = ', because: BRACKET },
    { in: /^checkFeatureEndRedefinition$/, from: /$/, to: ')', because: BRACKET },
    { in: /^checkFeatureResultRedefinition$/, from: /$/, to: ')', because: BRACKET },
    { in: /^checkFeatureParameterRedefinition$/, from: 'not isImplied))', to: 'not isImplied)))', because: BRACKET },
    { in: /^checkFeatureParameterRedefinition$/, from: /$/, to: ')', because: BRACKET },
    {
        in: /^checkStepOwnedPerformanceSpecialization$/,
        from: '(oclIsKindOf(Structure))',
        to: '(oclIsKindOf(Structure)))',
        because: BRACKET
    },
    { in: /^checkMetadataFeatureSemanticSpecialization$/, from: /endif$/, to: 'endif endif', because: BRACKET },
    { in: /^checkPartUsageActorSpecialization$/, from: /$/, to: ' endif', because: BRACKET },
    { in: /^checkRequirementUsageObjectiveRedefinition$/, from: /$/, to: ')', because: BRACKET },
    {
        in: /^checkIncludeUseCaseSpecialization$/,
        from: 'oclIsKindOf(UseCaseUsage) implies',
        to: 'oclIsKindOf(UseCaseUsage)) implies',
        because: BRACKET
    },
    { in: /^isDistinguishableFrom$/, from: /\)$/, to: '', because: BRACKET },
    { in: /^importedMemberships$/, from: /isImportAll\)$/, to: 'isImportAll) endif', because: BRACKET },
    { in: /^visibilityOf$|^ownedCrossFeature$|^isFeaturingType$|^evaluateFeature$/, from: /endif$/, to: 'endif endif', because: BRACKET },
    { in: /^multiplicityHasBounds$/, from: /\)\s*endif$/, to: ')) endif', because: BRACKET },
    {
        in: /^multiplicities$/,
        from: /else ownedSpecialization\.general\s*\)/,
        to: 'else t.ownedSpecialization.general endif)',
        because: BRACKET
    },
    { in: /^modelLevelEvaluable$/, from: /^(ownedSpecialization[^]*)$/, to: '$1)', because: BRACKET },
    { in: /^modelLevelEvaluable$/, from: /\bvaluation\.modelLevelEvaluable/g, to: 'valuation.value.modelLevelEvaluable', because: TYPO },
    {
        in: /^deriveConnectorDefaultFeaturingType$/,
        from: 'relatedFeature->closure(featuringType)',
        to: 'relatedFeature.featuringType->closure(t | if t.oclIsKindOf(Feature) then t.featuringType else OrderedSet{} endif)',
        because: 'a closure has the elements that it starts from, and the prose speaks of their featuring types'
    },
    {
        in: /^deriveConnectorDefaultFeaturingType$/,
        from: 't2->closure(featuringType)->contains(t1)',
        to: 't2->closure(t | if t.oclIsKindOf(Feature) then t.featuringType else OrderedSet{} endif)->includes(t1)',
        because: 'only features have featuring types'
    },
    { in: /^checkSendActionUsageSubaction/, from: 'acceptSubactions', to: 'sendSubactions', because: 'the prose' },
    {
        in: /^deriveFeature.*|^deriveC.*Argument$|^deriveInvocationExpressionArgument$/,
        from: /\bownedFeatures\b/g,
        to: 'ownedFeature',
        because: TYPO
    },
    { in: /^hasBounds$|^valueOf$/, from: /(?<== |then )\*/g, to: "'*'", because: 'a literal of OCL that stands for infinity' },
    // --- words of the wrong kind ---
    { from: /->exists\(selectByKind\(/g, to: '->exists(oclIsKindOf(', because: 'a single element is no collection to select from' },
    { from: /->includes\(oclIsKindOf\(/g, to: '->exists(oclIsKindOf(', because: 'a condition is no element to be included' },
    { from: /annotatedElement = self/g, to: 'annotatedElement->includes(self)', because: 'the same for the single element that there is' },
    // --- names of the library ---
    { from: /'Occurrence::Occurrence::/g, to: "'Occurrences::Occurrence::", because: LIBRARY },
    { from: /'Connections::BinaryConnections'/g, to: "'Connections::BinaryConnection'", because: LIBRARY },
    { from: /'Views::Viewpoint'/g, to: "'Views::ViewpointCheck'", because: LIBRARY },
    { from: /'Views::viewpoints'/g, to: "'Views::viewpointChecks'", because: LIBRARY },
    { from: /'Action::Action::/g, to: "'Actions::Action::", because: LIBRARY },
    { from: /enclosedPerformance'/g, to: "enclosedPerformances'", because: LIBRARY },
    { from: /subperformance'/g, to: "subperformances'", because: LIBRARY },
    { from: /ownedPerformance'/g, to: "ownedPerformances'", because: LIBRARY },
    { from: /'Items::Item::subitem'/g, to: "'Items::Item::subitems'", because: LIBRARY },
    { from: /'Actions::Action::join'/g, to: "'Actions::Action::joins'", because: LIBRARY },
    { from: /source::targetInput'/g, to: "target::targetInput'", because: LIBRARY },
    { in: /^checkFeatureSubobject/, from: 'suboccurrences', to: 'subobjects', because: 'the prose names subobjects of Objects::Object' },
    {
        in: /^checkFeatureSubobject/,
        from: 'Occurrences::Occurrence',
        to: 'Objects::Object',
        because: 'the prose names subobjects of Objects::Object'
    },
    // --- what the prose says otherwise ---
    {
        in: /^validate(?:Definition|Usage)VariationSpecialization$/,
        from: 'ownedSpecialization.specific',
        to: 'ownedSpecialization.general',
        because: 'the specific one is the variation itself'
    },
    {
        in: /^validateInvocationExpressionParameterRedefinition$/,
        from: 'input->forAll',
        to: 'input->select(i | i.owner = self)->forAll',
        because: 'the parameters that have no argument are inherited'
    },
    {
        in: /^checkFeatureParameterRedefinition$/,
        from: 'supertype.ownedFeature->select(direction <> null)',
        to: 'supertype.directedFeature',
        because: 'the prose speaks of parameters, which may be inherited'
    },
    {
        in: /^checkTransitionUsageTransitionFeatureSpecialization$/,
        from: /'\) and/g,
        to: "')) and",
        because: BRACKET
    },
    {
        in: /^deriveDefinitionOwnedInterface$|^deriveUsageNestedInterface$/,
        from: 'ReferenceUsage',
        to: 'InterfaceUsage',
        because: 'the prose says InterfaceUsages'
    },
    {
        in: /^deriveState(?:Definition|Usage)(?:Entry|Do|Exit)Action$/,
        from: 'Memberships->at(1)',
        to: 'Memberships->at(1).action',
        because: 'the prose says the action of the membership'
    },
    {
        in: /^deriveTransitionUsageEffectAction$/,
        from: 'triggerAction =',
        to: 'effectAction =',
        because: 'the text is that of the trigger'
    },
    { in: /^deriveTransitionUsageEffectAction$/, from: '::trigger', to: '::effect', because: 'the text is that of the trigger' },
    { in: /^deriveTransitionUsageEffectAction$/, from: 'AcceptActionUsage', to: 'ActionUsage', because: 'the text is that of the trigger' },
    { in: /^deriveTransitionUsageGuardExpression$/, from: '::trigger', to: '::guard', because: 'the text is that of the trigger' },
    {
        in: /^deriveAnnotatingElementAnnotation$/,
        from: 'owningAnnotatingRelationship->prepend',
        to: 'ownedAnnotatingRelationship->prepend',
        because: 'the prose: the owned ones behind the owning one'
    },
    {
        in: /^removeRedefinedFeatures$/,
        from: /^let reducedMemberships[^]*?in\s/,
        to: 'let hidden : Set(Feature) = memberships->collect(mem | allRedefinedFeaturesOf(mem)->excluding(mem.memberElement))->asSet() in let reducedMemberships : Sequence(Membership) = memberships->reject(mem1 | hidden->includes(mem1.memberElement)) in ',
        because: 'two memberships of one element would remove each other; and in less than cubic time'
    }
];

/**
 * Derivations whose value may have more than the OCL gives over a document without implied relationships: what it gives must be in it.
 */
export const AT_LEAST: ReadonlyMap<string, string> = new Map([
    ['deriveFeatureFeaturingType', 'implied type featurings are no elements; the constraints check…TypeFeaturing say what they are'],
    ['deriveTransitionUsageSource', 'a conditional succession without a source is from the step in front of it (SysML 8.2.2.17.8)'],
    ['deriveConnectorRelatedFeature', 'an end without a name refers by implication (SysML 8.4.13.3, 8.4.15)'],
    ['deriveSatisfyRequirementUsageSatisfyingFeature', 'the binding connector is implied (checkSatisfyRequirementUsageBindingConnector)']
]);

/** Derivations that follow from implied specializations, of which the standard leaves the order open (KerML 8.4.2). */
export const UNORDERED: ReadonlySet<string> = new Set(['deriveTypeInheritedMembership', 'deriveFeatureType']);

export function corrected(name: string, text: string): string {
    return CORRECTIONS.filter(c => c.in === undefined || c.in.test(name)).reduce((found, { from, to }) => found.replace(from, to), text);
}
