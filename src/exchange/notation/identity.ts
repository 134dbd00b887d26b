/** The annotations that state what identifies an element: ids that do not follow from names, projects of scopes (contract: conversion 4.4, 4.5). */
import type { GraphElement } from '../graph.js';
import { encodeName } from '../ids.js';
import { stringToken } from './expressions.js';

/** The annotations of an element, a line each. */
export function identityLines(element: GraphElement): readonly string[] {
    const lines: string[] = [];
    if (declaresId(element)) {
        lines.push(`@IdentityMetadata::ElementId { id = ${stringToken(element.id)}; }`);
    }
    const project = element.text('sysx:projectId');
    if (project !== undefined) {
        const features = [
            ['projectId', project],
            ['branch', element.text('sysx:branch')],
            ['org', element.text('sysx:org')]
        ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} = ${stringToken(value)};`]));
        lines.push(`@IdentityMetadata::ProjectRef { ${features.join(' ')} }`);
    }
    return lines;
}

/** Version 5: made from names. */
const DERIVED_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function declaresId(element: GraphElement): boolean {
    const qualified = element.text('qualifiedName');
    return (
        element.is('sysx:declaredId') || (qualified !== undefined && element.id !== encodeName(qualified) && !DERIVED_UUID.test(element.id))
    );
}
