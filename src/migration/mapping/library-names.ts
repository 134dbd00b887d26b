/** Avoids names that would hide a package of the library, or a member that the library gives to the owner (contract: migration 4.2). */
import { isBasicName } from '../../runtime/values/index.js';
import { type Declaration, LibraryName, Name } from '../notation/declaration.js';
import { quotedString } from '../notation/spelling.js';
import type { Mapping } from './mapping.js';

/** Renames top-level declarations that have the name of a library package. References remain valid, because they are spelled later. */
export function avoidLibraryNames(mapping: Mapping): void {
    const names = new Set(mapping.options.library.packageNames);
    const renamed: (readonly [Declaration, string])[] = [];
    for (const declaration of mapping.document.declarations()) {
        const { name, source } = declaration;
        if (!names.has(name)) {
            continue;
        }
        const isBare = isBasicName(name);
        mapping.document.rename(declaration, mapping.document.freeName(isBare ? `${name}Model` : `${name} Model`));
        renamed.push([declaration, name]);
        if (source !== undefined) {
            mapping.approximated(source, `written as '${declaration.name}', since '${name}' is a package of the library`);
        }
    }
    for (const [declaration, name] of renamed) {
        if (mapping.options.strict) {
            const text = `'${declaration.name}' is '${name}' in the source`;
            mapping.document.addComment({ kind: 'line', text }, 'marker', Infinity);
        } else {
            const head = ['metadata ', new LibraryName('MigrationMetadata::LibraryNameAvoided'), ' about ', new Name(declaration)];
            mapping.document.addLine([...head, ` { sourceName = ${quotedString(name)}; }`], 'marker', Infinity);
        }
    }
}

/**
 * Kinds of declarations that are performances. The output refers to members that these inherit from the library by plain names: `start`,
 * `done`, `this`, `self`, `localClock`.
 */
const PERFORMANCES = new Set(['action', 'analysis', 'state', 'use case', 'verification']);

/**
 * Renames members of behaviours that have the name of a member inherited from the library, as `start` of each action. Runs after all
 * members are declared. References remain valid, because they are spelled later.
 */
export function avoidInheritedNames(mapping: Mapping): void {
    const open = [mapping.document, ...mapping.inlineBodies];
    for (let body = open.pop(); body !== undefined; body = open.pop()) {
        const isPerformance = PERFORMANCES.has(body.kind.replace(/^\w+ (?=action$|state$)/, ''));
        for (const member of body.declarations()) {
            open.push(member);
            if (isPerformance && member.name !== '' && mapping.libraryMembers(body, member.name)) {
                body.rename(member, body.freeName(member.name));
            }
        }
    }
}
