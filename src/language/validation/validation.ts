/**
 * Runs the checks over a document: one walk over the nodes a tier, each check registered for the node types that it looks at. A tier with an error
 * stops the tiers above it for that document (contract: edits-and-diagnostics, 2.2).
 */
import type { Finding } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import { forEachChild, nameSpanOf, spanOf, type SyntaxNode } from '../syntax/index.js';
import type { Check, CheckContext, Tier } from './check.js';
import { TIERS } from './checks.js';

export interface Findings {
    readonly syntax: Finding[];
    readonly semantic: Finding[];
}

/** Runs all tiers over a document that has no parse error. */
export function checkDocument(document: Document, strict: boolean): Findings {
    const result: Findings = { syntax: [], semantic: [] };
    const nodes: NodesByType = new Map();
    collect(document.root as unknown as SyntaxNode, nodes);
    for (const tier of TIERS) {
        const findings = runTier(tier, nodes, document, strict);
        (tier.name === 'syntax' ? result.syntax : result.semantic).push(...findings);
        if (findings.some(f => f.severity === 'error')) {
            break;
        }
    }
    return result;
}

/** The nodes of a tree by their type, containers before what they contain: a tier looks only at types that it checks. */
type NodesByType = Map<string, SyntaxNode[]>;

function collect(node: SyntaxNode, nodes: NodesByType): void {
    const same = nodes.get(node.$type);
    if (same === undefined) {
        nodes.set(node.$type, [node]);
    } else {
        same.push(node);
    }
    forEachChild(node, child => collect(child, nodes));
}

function runTier(tier: Tier, nodes: NodesByType, document: Document, strict: boolean): Finding[] {
    const findings: Finding[] = [];
    const seen = new Set<string>();
    const context: CheckContext = {
        document, strict,
        report(severity, code, message, at, hint) {
            const span = '$type' in at ? nameSpanOf(at) ?? spanOf(at) : at;
            const key = `${span.offset} ${span.end} ${code} ${message}`;
            if (!seen.has(key)) {
                seen.add(key);
                findings.push({ severity, code, message, offset: span.offset, end: span.end, hint });
            }
        }
    };
    const checks = checksOf(tier);
    for (const [type, same] of nodes) {
        for (const check of checks(type)) {
            for (let i = 0; i < same.length; i++) {
                check(same[i], context);
            }
        }
    }
    return findings;
}

const indexed = new Map<Tier, Map<string, readonly Check[]>>();

/** The checks of a tier for a node type, put together once. */
function checksOf(tier: Tier): (type: string) => readonly Check[] {
    let byType = indexed.get(tier);
    if (byType === undefined) {
        indexed.set(tier, (byType = new Map<string, readonly Check[]>()));
    }
    const known = byType;
    return type => {
        let checks = known.get(type);
        if (checks === undefined) {
            checks = tier.tables.flatMap(table => [...(table[type] ?? []), ...(table['*'] ?? [])]);
            known.set(type, checks);
        }
        return checks;
    };
}
