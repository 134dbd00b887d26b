// All rows of the mapping.

import type { Row } from './rows.js';
import { ACTIONS } from './rows-actions.js';
import { BEHAVIOUR } from './rows-behaviour.js';
import { CROSSCHECK } from './rows-crosscheck.js';
import { CROSSCHECK_BEHAVIOUR } from './rows-crosscheck-behaviour.js';
import { CROSSCHECK_SYSML } from './rows-crosscheck-sysml.js';
import { DRAWINGS } from './rows-drawings.js';
import { EXPRESSIONS } from './rows-expressions.js';
import { FLOWS } from './rows-flows.js';
import { INTERACTIONS } from './rows-interactions.js';
import { LIBRARIES } from './rows-libraries.js';
import { CONNECTIONS } from './rows-connections.js';
import { MACHINES } from './rows-machines.js';
import { MEMBERS } from './rows-members.js';
import { CLASSIFIERS } from './rows-classifiers.js';
import { INSTANCES } from './rows-instances.js';
import { RELATIONS } from './rows-relations.js';
import { REQUIREMENTS, STRUCTURE } from './rows-structure.js';
import { OBJECTS } from './rows-objects.js';
import { DIAGRAMS, RUNS, TABLES } from './rows-views.js';

export const ROWS: readonly Row[] = [
    ...STRUCTURE,
    ...CLASSIFIERS,
    ...MEMBERS,
    ...INSTANCES,
    ...CONNECTIONS,
    ...REQUIREMENTS,
    ...RELATIONS,
    ...BEHAVIOUR,
    ...ACTIONS,
    ...OBJECTS,
    ...FLOWS,
    ...MACHINES,
    ...INTERACTIONS,
    ...EXPRESSIONS,
    ...LIBRARIES,
    ...CROSSCHECK,
    ...CROSSCHECK_BEHAVIOUR,
    ...CROSSCHECK_SYSML,
    ...DIAGRAMS,
    ...DRAWINGS,
    ...TABLES,
    ...RUNS
];
