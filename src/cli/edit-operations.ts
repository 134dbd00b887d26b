/** Translates the options of `edit` to edit operations. Uses the notation of declarations, and the model only to find features. */
import { readFileSync } from 'node:fs';
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { type EditOperation, NO_MEMBER } from '../editing/index.js';
import { elementById, qualifiedNameOf } from '../language/semantics/naming.js';
import { lookupLocal } from '../language/semantics/lookup.js';
import { ownedMembersNamed } from '../language/semantics/owned-members.js';
import { unquoted } from '../language/semantics/structure.js';
import { parseDocument } from '../language/syntax/index.js';
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

/** A declaration, or several, in the notation: `part x : T [2] = 3`, `part <s> a :> b { … }`. @throws SourceError */
export function addedMember(owner: string, text: string): EditOperation {
    const isWhole = /\S/.test(text) && parseDocument(text, 'sysml').diagnostics.length === 0;
    const source = isWhole ? text : `${text};`;
    const { root, diagnostics } = parseDocument(source, 'sysml');
    if (diagnostics.length > 0 || root.members.length === 0) {
        throw new SourceError(`'${text}' is no declaration${diagnostics.length > 0 ? `: ${diagnostics[0].message}` : ''}`);
    }
    return { case: 'addNotation', value: { owner, text: source } };
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
