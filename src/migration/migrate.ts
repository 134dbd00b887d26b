/** A v1 model to v2 notation with an account of every element: the whole way (contract: migration). */
import type { Library } from '../language/library/library.js';
import { lookupVisible } from '../language/semantics/lookup.js';
import { writeClean } from './cleaning.js';
import { hasEntry, kindText, v1Name } from './mapping/kinds.js';
import { Mapping } from './mapping/mapping.js';
import type { RunConfiguration } from './report/results.js';
import { mapModel } from './mapping/passes.js';
import type { Declaration } from './notation/declaration.js';
import { qualifiedName, Speller } from './notation/spelling.js';
import { writeDocument, type Written } from './notation/writer.js';
import { readModel } from './reading/index.js';
import { addLayout } from './reading/mtip.js';
import { type Entry, makeReport, type MigrationReport, type SkipReason } from './report/report.js';
import { everyElement } from './uml-model.js';

export interface MigrationInput {
    /** how the input is called in the report */
    readonly name: string;
    readonly bytes: Uint8Array;
    /** further files of the same model: parts that references of the first name, diagrams of Papyrus */
    readonly further?: readonly Uint8Array[];
}

export interface MigrationOptions {
    readonly library: Library;
    /** only standard notation and the standard library */
    readonly strict?: boolean;
    /** a layout file of MTIP, whose geometry wins over that of the input (contract: migration 10.4) */
    readonly layout?: Uint8Array;
    /** called between steps; throws to stop */
    readonly checkCancelled?: () => void;
}

export interface Migration {
    /** notation */
    readonly content: string;
    readonly report: MigrationReport;
    /** run configurations of the model with the results that it stores (contract: migration 12) */
    readonly configurations: readonly RunConfiguration[];
}

/**
 * @throws MigrationError when the input is no model of v1 that can be read
 * @throws LayoutError when the layout is none, or of another model
 */
export function migrate(
    input: MigrationInput,
    { library, strict = false, layout, checkCancelled = () => {} }: MigrationOptions
): Migration {
    const model = readModel([input.bytes, ...(input.further ?? [])], checkCancelled);
    if (layout !== undefined) {
        addLayout(model, layout, checkCancelled);
    }
    const mapping = new Mapping(model, { strict, library, checkCancelled });
    mapModel(mapping);
    const speller = new Speller(inheritedFrom(library));
    const written = writeClean(mapping, () => writeDocument(mapping.document, speller));
    const report = makeReport(input.name, model.exporter, rowsOf(mapping, written), []);
    return { content: written.text, report, configurations: mapping.configurations };
}

function rowsOf(mapping: Mapping, { lines }: Written): (Entry & { readonly skipped: SkipReason })[] {
    const rows: (Entry & { readonly skipped: SkipReason })[] = [];
    for (const element of everyElement(mapping.model.roots)) {
        const verdict = mapping.accounts.verdictOf(element);
        if (verdict === undefined || mapping.isHidden(element) || !hasEntry(element)) {
            continue;
        }
        const declaration = mapping.targetOf(element);
        rows.push({
            id: element.id,
            kind: kindText(element),
            name: v1Name(element),
            target: declaration === undefined || verdict === 'unmapped' ? '' : qualifiedName(declaration),
            verdict,
            note: mapping.accounts.noteOf(element),
            line: declaration === undefined ? undefined : lines.get(declaration),
            skipped: mapping.accounts.skipReasonOf(element)
        });
    }
    return rows;
}

/** Base of the library that declarations of a kind specialize without saying so. */
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
    view: 'Views::View',
    viewpoint: 'Views::ViewpointCheck'
};

/** Whether a declaration has a member of a name from the library's base of its kind. */
function inheritedFrom(library: Library): (declaration: Declaration, name: string) => boolean {
    const known = new Map<string, boolean>();
    return ({ kind }, name) => {
        const base = BASES[kind];
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
