/** Maps comments and documentation (contract: migration 4.5, 5.8). */
import { type Declaration, LibraryName, type Name, type Text } from '../notation/declaration.js';
import { ATTACHED_FILE, attachmentNames } from '../reading/attachments.js';
import { profileKind } from '../reading/namespaces.js';
import type { UmlElement } from '../uml-model.js';
import { hasEntry } from './kinds.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { richText } from './rich-text.js';
import { quotedString } from '../notation/spelling.js';
import { commentText } from '../notation/writer.js';

/** Comments of a diagram are written with the relationships, when its view is declared. */
const isOfDiagram = ({ owner }: UmlElement): boolean => owner?.metaclass === 'Diagram';

const comment: Mapper = {
    complete(element, mapping) {
        if (!isOfDiagram(element)) {
            writeComment(element, mapping);
        }
    },
    relate(element, mapping) {
        if (isOfDiagram(element)) {
            writeComment(element, mapping);
        }
    }
};

/**
 * Writes a comment in the body of its owner, or of the nearest owner of that with a body. The passes call it for comments whose owner is a
 * part of an activity, a machine or an interaction.
 */
export function writeComment(element: UmlElement, mapping: Mapping): void {
    const isGroup = mapping.stereotypes.has(element, 'ElementGroup');
    const body = richText(bodyOf(element), element, mapping);
    const text = isGroup && body.trim() === '' ? groupName(element) : body;
    const owner = element.owner;
    const place = mapping.placeAround(element);
    const annotated = element.refs('annotatedElement');
    mapping.mapped(element);
    writeAttachedFile(element, place, mapping);
    if (text.trim() === '') {
        mapping.accounts.note(element, 'the comment is empty');
        return;
    }
    const isOfOwner = annotated.length === 0 || (annotated.length === 1 && annotated[0] === owner);
    const isOwnBody = owner !== undefined && place.source === owner;
    const carries = owner !== undefined && (mapping.declarationOf(owner) === place || place === mapping.document) && !hasDoc(place);
    const isDoc = (isOwnBody || carries) && isDocumentation(element, owner, mapping);
    if (isDoc) {
        place.addComment({ kind: 'doc', text }, 'documentation', element.order);
        return;
    }
    const about = isOfOwner ? [] : annotated.flatMap(target => mapping.nameOf(target) ?? []);
    const lost = isOfOwner ? 0 : annotated.length - about.length;
    if (lost > 0) {
        mapping.approximated(element, `${lost} of ${annotated.length} annotated elements are not written with a name`);
    }
    for (const missing of element.dangling('annotatedElement')) {
        mapping.approximated(element, `the annotated element ${missing} is not part of the input`);
    }
    if (isGroup) {
        writeGroup(element, text, about, place, mapping);
        return;
    }
    const metadata = METADATA.find(([stereotype]) => mapping.stereotypes.has(element, stereotype));
    if (metadata !== undefined) {
        writeModelingMetadata(metadata[1], text, about, place, element.order);
        return;
    }
    place.addComment({ kind: 'comment', text, about }, 'documentation', element.order);
}

/** Returns the name of an element group. */
const groupName = ({ applications }: UmlElement): string =>
    applications.flatMap(application => application.text('name') ?? []).find(name => name !== '') ?? 'group';

/** Writes an element group as a comment that has its name and annotates its members, with a marker. */
function writeGroup(element: UmlElement, text: string, about: readonly Name[], place: Declaration, mapping: Mapping): void {
    const group = mapping.declare(element, place, 'comment', 'documentation', groupName(element));
    const indent = '    '.repeat([...place.owners()].length);
    const names = about.flatMap((piece, i): Text => [i === 0 ? 'about ' : ', ', piece, ...(i === about.length - 1 ? [' '] : [])]);
    group.tail = [...names, commentText({ kind: 'note', text }, indent, () => '').trimStart()];
}

/** Writes a rationale or problem with metadata of the standard library (contract: migration 5.8). */
function writeModelingMetadata(name: string, text: string, about: readonly Name[], place: Declaration, order: number): void {
    const type = new LibraryName(`ModelingMetadata::${name}`);
    const names = about.flatMap((piece, i): Text => [i === 0 ? ' about ' : ', ', piece]);
    const head: Text = about.length === 0 ? ['@', type] : ['metadata ', type, ...names];
    if (about.length === 0 && place.isPackage && place.owner === undefined) {
        place.addComment({ kind: 'comment', text }, 'documentation', order); // the document itself cannot be annotated
        return;
    }
    place.addLine([...head, ` { text = ${quotedString(text)}; }`], 'marker', order);
}

/** Writes a comment that represents an attached file: it references the image file beside the document. */
function writeAttachedFile(element: UmlElement, place: Declaration, mapping: Mapping): void {
    if (!element.applications.some(({ name, namespace }) => name === ATTACHED_FILE && profileKind(namespace) !== 'user')) {
        return;
    }
    const name = attachmentNames(element).find(wanted => mapping.model.attachments.has(wanted));
    const image = name === undefined ? undefined : mapping.images.ofBytes(name, mapping.model.attachments.get(name)!);
    if (image !== undefined && 'location' in image) {
        place.addComment({ kind: 'comment', text: `![${element.value('body') ?? ''}](${image.location})` }, 'documentation', element.order);
    } else {
        const reason = image === undefined ? 'the archive does not hold it' : image.reason;
        mapping.approximated(element, `the attached file is not written: ${reason}`);
    }
}

/** Writes the notes that Enterprise Architect stores beside the model as documentation of their elements. */
export function writeToolNotes(mapping: Mapping): void {
    for (const [id, note] of mapping.model.toolNotes) {
        const element = mapping.model.get(id);
        const declaration = mapping.declarationOf(element);
        if (element === undefined) {
            continue;
        }
        if (declaration === undefined || declaration.source !== element) {
            const noted = [element, ...element.owners()].find(hasEntry) ?? element;
            const of = noted === element ? 'its notes' : `the notes of its ${element.metaclass}`;
            mapping.accounts.note(noted, `${of} in the tool are not written`);
            continue;
        }
        const text = richText(note, element, mapping);
        declaration.addComment({ kind: hasDoc(declaration) ? 'comment' : 'doc', text }, 'documentation', -1);
    }
}

/** Whether a declaration has a documentation. */
const hasDoc = (declaration: Declaration): boolean =>
    declaration.members().some(member => 'comment' in member && member.comment?.kind === 'doc');

/** Returns the text of a comment as the document states it. */
export function bodyOf(comment: UmlElement): string {
    return comment.value('body') ?? comment.ownedAs('body')[0]?.value('value') ?? '';
}

/** Stereotypes of comments, with the metadata of the standard library that they are written as. */
const METADATA: readonly (readonly [stereotype: string, metadata: string])[] = [
    ['Rationale', 'Rationale'],
    ['Problem', 'Issue']
];
const WITH_OWN_FORM = ['ElementGroup', ...METADATA.map(([stereotype]) => stereotype)];

/** Whether this is the first plain comment that annotates only its owner. */
function isDocumentation(element: UmlElement, owner: UmlElement, mapping: Mapping): boolean {
    const first = owner.ownedAs('ownedComment').find(c => {
        const annotated = c.refs('annotatedElement');
        return annotated.length === 1 && annotated[0] === owner && !mapping.stereotypes.has(c, ...WITH_OWN_FORM);
    });
    return first === element;
}

export const commentRows: readonly MapperRow[] = [{ metaclasses: ['Comment'], mapper: comment }];
