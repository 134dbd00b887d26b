/** Reads the bytes of an input into a UML model. Recognizes plain documents and archives by their bytes (contract: migration 2.1). */
import { everyElement, UmlModel } from '../uml-model.js';
import { entriesOf, type Entry, isArchive, isMagicDrawModel, mayBeModel } from './archive.js';
import { diagramFacts } from './diagrams.js';
import { ForeignDocument, MigrationError } from './failure.js';
import { attachmentNames } from './attachments.js';
import { addPapyrusDiagrams, isPapyrusNotation } from './papyrus.js';
import { DocumentReader } from './reader.js';
import { symbolsOf } from './symbols.js';

export { MigrationError } from './failure.js';

/** The bytes of a file, or a function that reads them; the bytes that it returns are released before the model is mapped. */
export type InputBytes = Uint8Array | (() => Uint8Array);

/**
 * Reads all documents and archives into one model: references between them resolve, and Papyrus diagrams are added to their owners.
 * @throws MigrationError for an input that is not a v1 model
 */
export function readModel(inputs: readonly InputBytes[], checkCancelled: () => void): UmlModel {
    const model = new UmlModel();
    const reader = new DocumentReader(model);
    const archives: Uint8Array[] = [];
    const diagrams: Uint8Array[] = [];
    for (const input of inputs) {
        const bytes = typeof input === 'function' ? input() : input;
        if (isArchive(bytes)) {
            archives.push(bytes);
            readArchive(bytes, reader, model.notes, diagrams, checkCancelled);
        } else if (isPapyrusNotation(bytes)) {
            diagrams.push(bytes);
        } else {
            reader.read(bytes, checkCancelled);
        }
    }
    reader.finish();
    for (const bytes of archives) {
        readDrawings(bytes, model, checkCancelled);
        readAttachments(bytes, model, checkCancelled);
    }
    if (model.roots.length === 0) {
        throw new MigrationError('the document holds no model: no uml:Model or uml:Package element');
    }
    diagrams.forEach(bytes => addPapyrusDiagrams(model, bytes, () => reader.nextOrder(), checkCancelled));
    return model;
}

function readArchive(bytes: Uint8Array, reader: DocumentReader, notes: string[], diagrams: Uint8Array[], checkCancelled: () => void): void {
    const models = entriesOf(bytes, isMagicDrawModel, checkCancelled);
    const entries = models.length > 0 ? models.sort(mainFirst) : entriesOf(bytes, mayBeModel, checkCancelled);
    const unread: string[] = [];
    let read = 0;
    for (const { name, bytes: content } of entries) {
        if (isPapyrusNotation(content)) {
            diagrams.push(content);
            continue;
        }
        try {
            reader.read(content, checkCancelled);
            read++;
        } catch (error) {
            if (error instanceof ForeignDocument) {
                continue; // a settings file or the like
            }
            if (!(error instanceof MigrationError)) {
                throw error;
            }
            const reason = `${name}: ${error.message}`;
            if (reader.isInDocument) {
                throw new MigrationError(reason);
            }
            unread.push(reason); // not XML, such as the resource forks in archives of macOS
        }
    }
    if (read === 0) {
        throw new MigrationError(unread[0] ?? 'the archive holds no model: no entry is an XMI document');
    }
    notes.push(...unread.map(reason => `an entry of the archive is not read: ${reason}`));
}

/** Reads the symbols of each diagram that names a stream of the archive. */
function readDrawings(bytes: Uint8Array, model: UmlModel, checkCancelled: () => void): void {
    const diagramOf = new Map<string, string>();
    for (const element of everyElement(model.roots)) {
        const stream = element.metaclass === 'Diagram' ? diagramFacts(element).stream : '';
        if (stream !== '') {
            diagramOf.set(stream, element.id);
        }
    }
    if (diagramOf.size > 0) {
        for (const { name, bytes: content } of entriesOf(bytes, entry => diagramOf.has(entry), checkCancelled)) {
            model.drawings.set(diagramOf.get(name)!, symbolsOf(content, checkCancelled));
        }
    }
}

/** Reads the images of the archive that texts and comments reference. */
function readAttachments(bytes: Uint8Array, model: UmlModel, checkCancelled: () => void): void {
    const wanted = new Set<string>();
    for (const element of everyElement(model.roots)) {
        attachmentNames(element).forEach(name => wanted.add(name));
    }
    if (wanted.size === 0) {
        return;
    }
    const baseOf = (entry: string): string => entry.split('/').at(-1)!;
    for (const { name, bytes: content } of entriesOf(bytes, entry => wanted.has(entry) || wanted.has(baseOf(entry)), checkCancelled)) {
        model.attachments.set(name, content);
        if (!model.attachments.has(baseOf(name))) {
            model.attachments.set(baseOf(name), content);
        }
    }
}

/** Puts the main part of a MagicDraw project before the shared part. */
function mainFirst(a: Entry, b: Entry): number {
    return Number(a.name.endsWith('shared_model')) - Number(b.name.endsWith('shared_model'));
}
