/** Writes the notes on diagrams, which are comments and texts without an element, with their positions (contract: migration 10.3). */
import { LibraryName, Name, type Text } from '../notation/declaration.js';
import { quotedString } from '../notation/spelling.js';
import type { Box, DrawnSymbol, UmlElement } from '../uml-model.js';
import { bodyOf } from './comments.js';
import type { Mapping } from './mapping.js';
import { plainText } from './plain-text.js';
import { richText } from './rich-text.js';
import type { DrawnView } from './shown.js';

/** Returns the text of a symbol that is a note; undefined for a symbol of another kind. */
export function noteText({ text, box }: DrawnSymbol, element: UmlElement | undefined, mapping: Mapping): string | undefined {
    const written = element?.metaclass === 'Comment' ? richText(bodyOf(element), element, mapping) : text && plainText(text);
    return box === undefined || written?.trim() === '' ? undefined : written;
}

/** Writes a note of a view. It is anchored to the first exposed element that its comment annotates. */
export function writeNote(text: string, box: Box, comment: UmlElement | undefined, { view, exposed }: DrawnView, mapping: Mapping): void {
    const annotated = comment?.refs('annotatedElement').flatMap(target => mapping.declarationOf(target) ?? []) ?? [];
    const anchor = annotated.find(declaration => declaration.name !== '' && exposed.has(declaration));
    const type = new LibraryName('DiagramLayout::Note');
    const head: Text = anchor === undefined ? ['@', type] : ['metadata ', type, ' about ', new Name(anchor)];
    const size = box.width > 0 && box.height > 0 ? ` width = ${box.width}; height = ${box.height};` : '';
    view.addLine([...head, ` { text = ${quotedString(text)}; x = ${box.x}; y = ${box.y};${size} }`], 'marker', -1);
}
