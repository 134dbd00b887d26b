/** Maps comments and documentation (contract: migration 4.5, 5.8). */
import { type Declaration, LibraryName, type Name, type Text } from '../notation/declaration.js';
import { ATTACHED_FILE, attachmentNames } from '../reading/attachments.js';
import { profileKind } from '../reading/namespaces.js';
import type { UmlElement } from '../uml-model.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { richText } from './rich-text.js';
import { quotedString } from '../notation/spelling.js';

/** Comments of a diagram are written with the relationships: its view is declared then. */
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

function writeComment(element: UmlElement, mapping: Mapping): void {
    const text = richText(bodyOf(element), element, mapping);
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
    const stands = owner !== undefined && (mapping.declarationOf(owner) === place || place === mapping.document);
    const isDoc = stands && annotated.length === 1 && annotated[0] === owner && isFirst(element, owner);
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
    const metadata = mapping.stereotypes.has(element, 'Rationale')
        ? 'Rationale'
        : mapping.stereotypes.has(element, 'Problem')
          ? 'Issue'
          : '';
    if (metadata !== '') {
        writeModelingMetadata(metadata, text, about, place, element.order);
        return;
    }
    place.addComment({ kind: 'comment', text, about }, 'documentation', element.order);
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
        if (element === undefined || declaration === undefined || declaration.edgeKeyword !== '' || declaration.source !== element) {
            continue;
        }
        const text = richText(note, element, mapping);
        const hasDoc = declaration.members().some(member => 'comment' in member && member.comment?.kind === 'doc');
        declaration.addComment({ kind: hasDoc ? 'comment' : 'doc', text }, 'documentation', -1);
    }
}

/** Returns the text of a comment as the document states it. */
export function bodyOf(comment: UmlElement): string {
    return comment.value('body') ?? comment.ownedAs('body')[0]?.value('value') ?? '';
}

/** Whether this is the first comment that annotates only its owner. */
function isFirst(element: UmlElement, owner: UmlElement): boolean {
    const first = owner.ownedAs('ownedComment').find(c => {
        const annotated = c.refs('annotatedElement');
        return annotated.length === 1 && annotated[0] === owner;
    });
    return first === element;
}

export const commentRows: readonly MapperRow[] = [{ metaclasses: ['Comment'], mapper: comment }];
