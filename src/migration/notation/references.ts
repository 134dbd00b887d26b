/** Collects every reference of a document, with the body in which it is resolved. Depends only on the tree of declarations. */
import { Declaration, InlineBody, MemberName, Name, type Piece, type Text } from './declaration.js';

/** A written reference. */
export interface Reference {
    readonly piece: Name | MemberName;
    /** the declaration in whose body the name is resolved */
    readonly from: Declaration;
}

/** Yields the references in everything written below a declaration. */
export function* referencesBelow(root: Declaration): Generator<Reference> {
    const open: Declaration[] = [root];
    for (let body = open.pop(); body !== undefined; body = open.pop()) {
        for (const member of body.members()) {
            const texts = member instanceof Declaration ? textsOf(member) : [member.text ?? [], member.comment?.about ?? []];
            for (const piece of texts.flat()) {
                if (piece instanceof InlineBody) {
                    open.push(piece.body);
                } else if (piece instanceof Name || piece instanceof MemberName) {
                    yield { piece, from: body };
                }
            }
            if (member instanceof Declaration) {
                open.push(member);
            }
        }
    }
}

function textsOf({ prefixes, types, specializes, redefines, references, value, tail }: Declaration): readonly Text[] {
    const words = prefixes.flatMap((prefix): readonly Piece[] => (isText(prefix) ? prefix : [prefix]));
    return [words, ...types, ...specializes, ...redefines, ...references, value ?? [], tail ?? []];
}

const isText = (prefix: Piece | Text): prefix is Text => Array.isArray(prefix);
