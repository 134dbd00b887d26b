/** The tables of checks by tier. A new family of rules is a file in this folder and a line here. */
import type { Tier } from './check.js';
import { nameChecks } from './names.js';
import { notationChecks } from './notation.js';
import { filterChecks, importChecks } from './imports.js';
import { distinguishabilityChecks } from './distinguishability.js';
import { vertexChecks } from './vertices.js';
import { lintChecks } from './lints.js';
import { usageTypingChecks } from './usage-typing.js';
import { occurrenceChecks, occurrenceTypingChecks } from './occurrences.js';
import { variationChecks } from './variations.js';
import { requirementChecks } from './requirements.js';
import { metadataChecks, metadataTypingChecks } from './metadata.js';
import { stateChecks } from './states.js';
import { actionChecks } from './actions.js';
import { expressionChecks } from './expressions.js';
import { stepMultiplicityChecks } from './step-multiplicity.js';
import { specializationChecks } from './specialization.js';
import { featureChecks } from './features.js';
import { subsettingChecks } from './subsetting.js';
import { redefinitionChecks } from './redefinition.js';
import { multiplicityChecks } from './multiplicity.js';
import { connectorChecks } from './connectors.js';
import { diagramLayoutChecks } from './diagram-layout.js';
import { literalValueChecks } from './literal-values.js';
import { mistakenDeclarationChecks } from './mistaken-declarations.js';
import { argumentChecks } from './arguments.js';
import { reachabilityChecks } from './reachability.js';
import { bracketChecks } from './brackets.js';
import { circularValueChecks } from './circular-values.js';
import { endUseChecks } from './ends-in-use.js';
import { portUseChecks } from './ports-in-use.js';

import { valueNameChecks } from './value-names.js';
import { queryDefaultChecks } from './query-defaults.js';
import { completionCycleChecks } from './completion-cycles.js';
import { specializationCycleChecks } from './specialization-cycles.js';
import { uniqueValueChecks } from './unique-values.js';
import { valueCountChecks } from './value-counts.js';

export const TIERS: readonly Tier[] = [
    { name: 'syntax', tables: [notationChecks] },
    { name: 'metadata', tables: [metadataTypingChecks], stops: false },
    { name: 'names', tables: [nameChecks, importChecks, distinguishabilityChecks, vertexChecks] },
    {
        name: 'types',
        tables: [
            filterChecks,
            lintChecks,
            usageTypingChecks,
            occurrenceTypingChecks,
            occurrenceChecks,
            variationChecks,
            requirementChecks,
            metadataChecks,
            stateChecks,
            actionChecks,
            expressionChecks,
            mistakenDeclarationChecks,
            bracketChecks,
            argumentChecks,
            literalValueChecks,
            valueCountChecks,
            uniqueValueChecks,
            valueNameChecks,
            queryDefaultChecks,
            circularValueChecks,
            specializationChecks,
            featureChecks,
            subsettingChecks,
            redefinitionChecks,
            multiplicityChecks,
            connectorChecks,
            endUseChecks,
            portUseChecks,
            reachabilityChecks,
            completionCycleChecks,
            specializationCycleChecks,
            diagramLayoutChecks
        ]
    },
    { name: 'constraints', tables: [stepMultiplicityChecks] }
];
