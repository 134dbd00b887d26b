/** Translates the options of `edit` to edit operations. Depends on the notation of declarations, and on the model only to find features. */
import { readFileSync } from 'node:fs';
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { type EditOperation, NO_MEMBER, type Operations } from '../editing/index.js';
import type * as ast from '../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../language/semantics/naming.js';
import { lookupLocal } from '../language/semantics/lookup.js';
import { ownedMembersNamed } from '../language/semantics/owned-members.js';
import { unquoted } from '../language/semantics/structure.js';
import { nameSpanOf, parseDocument, spanOf } from '../language/syntax/index.js';
import type { Model } from '../language/workspace/workspace.js';
import { ApplyEditsRequestSchema } from '../wire/generated/sysml_pb.js';
import { SourceError } from './sources.js';
import { messageOf } from '../language/failures.js';

/** Parses `A::b=3` and `A::b.c=3`. A feature that the element inherits is redefined in it. @throws SourceError */
export function valueOperation(model: Model, feature: string, value: string): EditOperation {
    const steps = feature.split(/\.(?=(?:[^']*'[^']*')*[^']*$)/);
    const last = steps.pop()!;
    if (steps.length === 0) {
        return { case: 'setValue', value: { target: feature, value } };
    }
    const id = steps.join('::');
    const owner = elementById(model, id);
    const name = unquoted(last);
    if (owner === undefined) {
        throw new SourceError(`there is no element '${id}'`);
    }
    if (ownedMembersNamed(owner, name).length > 0) {
        return { case: 'setValue', value: { target: `${qualifiedNameOf(owner) ?? id}::${name}`, value } };
    }
    const inherited = lookupLocal(owner, name);
    if (inherited === undefined) {
        throw new SourceError(`'${id}' has no feature '${name}'`);
    }
    return { case: 'addMember', value: { ...NO_MEMBER, owner: id, kind: inherited.kind ?? 'ref', redefines: [last], value } };
}

/** Parses a declaration in the notation: `part x : T [2] = 3`. @throws SourceError */
export function addedMember(owner: string, text: string): EditOperation {
    const source = /[;}]\s*$/.test(text) ? text : `${text};`;
    const { root, diagnostics } = parseDocument(source, 'sysml');
    const member = root.members.at(0) as Declared | undefined; // the next check tests its type
    if (diagnostics.length > 0 || root.members.length !== 1 || !ADDED.has(member!.$type)) {
        throw new SourceError(
            `'${text}' is no declaration that can be added${diagnostics.length > 0 ? `: ${diagnostics[0].message}` : ''}`
        );
    }
    if (member!.members.length > 0) {
        throw new SourceError(`'${text}' has a body: add its members one by one`);
    }
    return { case: 'addMember', value: { ...NO_MEMBER, ...fieldsOf(member!, source), owner } };
}

/** The common fields of definitions and usages. */
type Declared = ast.Declaration &
    Partial<Pick<ast.Usage, 'relationships' | 'multiplicity' | 'value'>> &
    Partial<Pick<ast.Definition, 'isDef'>>;
const ADDED = new Set(['Usage', 'Definition', 'Package']);

function fieldsOf(member: Declared, source: string): Partial<Operations['addMember']> {
    const textOf = (node: Parameters<typeof spanOf>[0] | undefined): string =>
        node === undefined ? '' : source.slice(spanOf(node).offset, spanOf(node).end);
    const written = (type: string): string[] => (member.relationships ?? []).filter(r => r.$type === type).map(textOf);
    const name = nameSpanOf(member);
    return {
        kind: [member.isReference && member.kind === undefined ? 'ref' : (member.kind ?? ''), member.isDef === true ? 'def' : '']
            .filter(w => w !== '')
            .join(' '),
        name: name === undefined ? '' : source.slice(name.offset, name.end),
        type: written('FeatureTyping').join(', '),
        specializes: written('Subclassification'),
        redefines: written('Redefinition'),
        multiplicity: textOf(member.multiplicity),
        value: textOf(member.value?.expression),
        isDefault: member.value?.isDefault === true,
        isAbstract: member.isAbstract,
        direction: member.direction ?? '',
        metadataPrefixes: member.prefixes.map(p => p.text)
    };
}

/** The operations in a file: an ApplyEdits request in JSON, or its list of operations. @throws SourceError */
export function operationsFromFile(file: string): EditOperation[] {
    try {
        const json = JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
        const request = fromJson(ApplyEditsRequestSchema, Array.isArray(json) ? { operations: json } : json);
        return request.operations.map(({ operation }, i) => {
            if (operation.case === undefined) {
                throw new SourceError(`operation ${i} says nothing`);
            }
            return operation;
        });
    } catch (e) {
        throw e instanceof SourceError ? e : new SourceError(`${file} holds no operations: ${messageOf(e)}`);
    }
}
