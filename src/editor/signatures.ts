/** Signature help, also in text with syntax errors: the possible targets of the open call or `new`, with the current parameter. */
import type { AstNode } from '../language/generated/tree.js';
import { MarkupKind, type Position, type SignatureHelp, type SignatureInformation } from 'vscode-languageserver';
import { shapeOf } from '../runtime/evaluation/index.js';
import { typesOf } from '../language/semantics/specialization.js';
import type { Document } from '../language/workspace/document.js';
import { openPlace } from '../language/syntax/continuations.js';
import { type Call, callAt, invokedBy, parametersOf } from './calls.js';
import { documentationOf, shownName } from './elements.js';
import { quoted } from '../runtime/values/index.js';
import { offsetOf } from './places.js';
import { scopeAt } from './scope-at.js';

export function signatureHelp(document: Document, position: Position): SignatureHelp | null {
    const call = callAt(document.text, offsetOf(document, position));
    if (call === undefined) {
        return null;
    }
    const scope = scopeAt(document, openPlace(document.text, call.offset, document.language), call.offset);
    const signatures = invokedBy(scope, call).map(element => signatureOf(element, call));
    if (signatures.length === 0) {
        return null;
    }
    const best = signatures.findIndex(s => call.argument < (s.parameters?.length ?? 0));
    return { signatures, activeSignature: Math.max(0, best), activeParameter: signatures[Math.max(0, best)].activeParameter ?? 0 };
}

function signatureOf(element: AstNode, call: Call): SignatureInformation {
    const { argument, label, isConstruction } = call;
    const parameters = parametersOf(element, call);
    const texts = parameters.map(p => (p.isOptional ? `[${p.text}]` : p.text));
    const result = isConstruction ? '' : resultOf(element);
    const documentation = documentationOf(element);
    const named = parameters.findIndex(p => p.name === label.replace(/^'|'$/g, ''));
    return {
        label: `${isConstruction ? 'new ' : ''}${quoted(shownName(element))}(${texts.join(', ')})${result}`,
        parameters: texts.map(text => ({ label: text })),
        activeParameter: named >= 0 ? named : argument,
        ...(documentation !== '' && { documentation: { kind: MarkupKind.Markdown, value: documentation } })
    };
}

function resultOf(element: AstNode): string {
    const { result } = shapeOf(element);
    const [type] = result === undefined ? [] : typesOf(result.feature);
    return type === undefined ? '' : ` : ${shownName(type)}`;
}
