/**
 * The annotations that state what identifies an element: ids that do not follow from names, projects of
 * scopes (contract: conversion 4.4, 4.5).
 */
import type { GraphElement } from '../graph.js';
import { encodeName, normativeSegment, qualifiedSegments } from '../ids.js';
import { normativeId } from '../normative.js';
import type { Content } from './content.js';
import { stringToken } from './expressions.js';

/** The annotations of an element, a line each. */
export function identityLines(content: Content, element: GraphElement): readonly string[] {
    const lines: string[] = [];
    if (declaresId(content, element)) {
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

/** Whether an id follows neither from the element's name nor from the standard: an element of its library has its own (4.7). */
function declaresId(content: Content, element: GraphElement): boolean {
    const qualified = element.text('qualifiedName');
    if (element.is('sysx:declaredId') || qualified === undefined) {
        return element.is('sysx:declaredId');
    }
    const implied = [encodeName(qualified), content.uuidOf(element, qualified), normativeIdOf(qualified)];
    return !implied.includes(element.id);
}

function normativeIdOf(qualifiedName: string): string | undefined {
    const segments = qualifiedSegments(qualifiedName);
    return segments.some(s => s.position !== undefined) ? undefined : normativeId(segments.map(s => normativeSegment(s.name)));
}
