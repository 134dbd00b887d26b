/** Translates a v1 model to v2 notation, with a verdict for every element: the entry point of the migration (contract: migration). */
import type { Library } from '../language/library/library.js';
import { writeClean } from './cleaning.js';
import type { ImageFile } from './mapping/images.js';
import type { Comment, Declaration } from './notation/declaration.js';
import { hasEntry, kindText, v1Name } from './mapping/kinds.js';
import { Mapping } from './mapping/mapping.js';
import type { RunConfiguration } from './report/results.js';
import { mapModel } from './mapping/passes.js';
import { qualifiedName, Speller } from './notation/spelling.js';
import { writeDocument, type Written } from './notation/writer.js';
import { type InputBytes, readModel } from './reading/index.js';
import { addLayout } from './reading/mtip.js';
import { type Entry, makeReport, type MigrationReport, type SkipReason } from './report/report.js';
import { everyElement } from './uml-model.js';

export interface MigrationInput {
    /** name of the input in the report */
    readonly name: string;
    readonly bytes: InputBytes;
    /** further files of the same model: other parts of a project that the first file references, or Papyrus diagrams */
    readonly further?: readonly InputBytes[];
}

export interface MigrationOptions {
    readonly library: Library;
    /** whether the output may use only standard notation and the standard library */
    readonly strict?: boolean;
    /** absolute http(s) address against which server-relative images are resolved (contract: migration 10.6) */
    readonly imageBaseUrl?: string;
    /** images that other documents write to the same folder; an image with the same name but other bytes gets a number */
    readonly imagesBeside?: readonly ImageFile[];
    /** an MTIP layout file; its geometry takes precedence over that of the input (contract: migration 10.4) */
    readonly layout?: Uint8Array;
    /** whether the output declares the ids of the v1 elements, so that later versions can be compared; ignored with `strict` */
    readonly keepIds?: boolean;
    /** called between steps; throws an exception to cancel the migration */
    readonly checkCancelled?: () => void;
}

export interface Migration {
    /** SysML v2 notation */
    readonly content: string;
    readonly report: MigrationReport;
    /** run configurations of the model with their stored results (contract: migration 12) */
    readonly configurations: readonly RunConfiguration[];
    /** images that the content references, with their paths relative to the document */
    readonly files: readonly ImageFile[];
}

/**
 * @throws MigrationError when the input is not a readable v1 model
 * @throws LayoutError when the layout is not a valid layout file or belongs to another model
 */
export function migrate(
    input: MigrationInput,
    { library, strict = false, imageBaseUrl, imagesBeside, layout, keepIds, checkCancelled = () => {} }: MigrationOptions
): Migration {
    const model = readModel([input.bytes, ...(input.further ?? [])], checkCancelled);
    if (layout !== undefined) {
        addLayout(model, layout, checkCancelled);
    }
    const mapping = new Mapping(model, {
        strict,
        library,
        imageBaseUrl,
        imagesBeside,
        keepIds: keepIds === true && !strict,
        checkCancelled
    });
    mapModel(mapping);
    const speller = new Speller(mapping.libraryMembers, {
        bodies: mapping.queries,
        has: name => library.libraryElement(`DocumentQueries::${name}`) !== undefined
    });
    const { written, remark } = writeClean(mapping, () => writeDocument(mapping.document, speller));
    const report = makeReport(
        input.name,
        model.exporter,
        [...rowsOf(mapping, written), ...strayRows(mapping)],
        [...(remark === undefined ? [] : [remark]), ...remarksOf(mapping)]
    );
    return { content: written.text, report, configurations: mapping.configurations, files: mapping.images.files };
}

function rowsOf(mapping: Mapping, { lines, origins }: Written): (Entry & { readonly skipped: SkipReason })[] {
    const rows: (Entry & { readonly skipped: SkipReason })[] = [];
    const lineOfComment = linesOfComments(origins);
    for (const element of everyElement(mapping.model.roots)) {
        const verdict = mapping.accounts.verdictOf(element);
        if (verdict === undefined || mapping.isHidden(element) || !hasEntry(element)) {
            continue;
        }
        const declaration = mapping.targetOf(element);
        const name = v1Name(element);
        const target = declaration === undefined || verdict === 'unmapped' ? '' : qualifiedName(declaration);
        rows.push({
            id: element.id,
            kind: kindText(element),
            name,
            target: target === name ? name : target, // one string for both
            verdict,
            note: mapping.accounts.noteOf(element),
            line: verdict === 'unmapped' ? lineOfComment.get(mapping.refusals.get(element)) : lineOf(declaration, lines),
            skipped: mapping.accounts.skipReasonOf(element)
        });
    }
    return rows;
}

/** Returns the line of a declaration: that of its owner for one within the line of its owner, such as the payload of an accept. */
function lineOf(declaration: Declaration | undefined, lines: Written['lines']): number | undefined {
    return declaration === undefined ? undefined : (lines.get(declaration) ?? lineOf(declaration.owner, lines));
}

/** Returns the first lines of the comments of a document. */
function linesOfComments(origins: Written['origins']): ReadonlyMap<Comment | undefined, number> {
    const lines = new Map<Comment | undefined, number>();
    origins.forEach(({ item }, i) => {
        const comment = 'comment' in item ? item.comment : undefined;
        if (comment !== undefined && !lines.has(comment)) {
            lines.set(comment, i + 1);
        }
    });
    return lines;
}

/** Report rows for content that is not a UML element and is not migrated. */
function strayRows({ model }: Mapping): (Entry & { readonly skipped: SkipReason })[] {
    return model.strays.map(({ id, kind, name, reason }) => ({
        id,
        kind,
        name,
        target: '',
        verdict: 'unmapped',
        note: reason,
        line: undefined,
        skipped: 'content'
    }));
}

/** Greatest number of the reader's notes in the header of the report. */
const MAX_REMARKS = 20;

function remarksOf({ model, pasted, layouts }: Mapping): string[] {
    const notes = [...new Set(model.notes)];
    const more = notes.length > MAX_REMARKS ? [`and ${notes.length - MAX_REMARKS} more notes of the reader`] : [];
    const pictures =
        pasted.found === 0 ? [] : [`pasted images: ${pasted.written} of ${pasted.found} written as files and drawn by the view`];
    const { places, looks } = model.unread;
    const unread = [
        ...(places === 0 ? [] : [`layout file: ${places} places do not read`]),
        ...(looks === 0 ? [] : [`layout file: colours and images of ${looks} symbols are not used`])
    ];
    return [...layouts.remarks(), ...unread, ...pictures, ...notes.slice(0, MAX_REMARKS), ...more];
}
