/**
 * Runs the checks of a document: one walk over the nodes for each tier, with each check registered for its node types. After a tier with an
 * error, the later tiers do not run for that document (contract: edits-and-diagnostics, 2.2).
 */
import type { Analysis, Kept, SectionFinding } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import { Budget, BudgetExceeded } from '../semantics/budget.js';
import { FRAME, visitSections } from '../workspace/sections.js';
import type { AstNode } from '../generated/tree.js';
import { type Check, type CheckContext, checksIn, reportedSpan, type Tier } from './check.js';
import { TIERS } from './checks.js';

export interface CheckOptions {
    readonly kept?: Kept;
    readonly isWhole?: boolean;
    readonly steps?: number;
}

/**
 * Runs the tiers over a document without parse errors.
 * @param options.kept findings of an earlier version for the sections that need no check; if absent, all sections are checked
 * @param options.isWhole runs all tiers, even after errors
 * @param options.steps the budget of each tier (budget.ts)
 */
export function checkDocument(document: Document, documents: readonly Document[], strict: boolean, options: CheckOptions = {}): Analysis {
    const checking = checkInParts(document, documents, strict, options);
    for (;;) {
        const part = checking.next();
        if (part.done === true) {
            return part.value;
        }
    }
}

/** Like {@link checkDocument}, with a pause after every few checks, in which the caller may do other work or cancel. */
export function* checkInParts(
    document: Document,
    documents: readonly Document[],
    strict: boolean,
    { kept, isWhole = false, steps = stepsFor(document) }: CheckOptions = {}
): Generator<void, Analysis> {
    const nodes: NodesByType = new Map();
    visitSections(document.root, document.sections, kept?.isStale ?? (() => true), (node, section) => {
        const same = nodes.get(node.$type);
        if (same === undefined) {
            nodes.set(node.$type, { nodes: [node], sections: [section] });
        } else {
            same.nodes.push(node);
            same.sections.push(section);
        }
    });
    const omniscient = new Set<number>(kept?.omniscient);
    const subject: TierSubject = {
        document,
        nodes,
        strict,
        allDocuments: section => {
            omniscient.add(section);
            return documents;
        }
    };
    const tiers: SectionFinding[][] = [];
    let hasErrors = false;
    for (const tier of TIERS) {
        const found: SectionFinding[] = [];
        const isEnded = !(yield* isWithinBudget(steps, found, runTier(tier, subject, found)));
        tiers.push([...(kept?.tiers[tiers.length] ?? []), ...found]);
        const isWrong = found.some(f => f.finding.severity === 'error');
        hasErrors ||= isWrong;
        if (isEnded || (isWrong && tier.stops !== false && !isWhole)) {
            break;
        }
    }
    return { tiers, omniscient, isDivisible: !hasErrors && tiers.every(tier => tier.every(f => isWithin(f, document))) };
}

/** The budget of a tier of the analysis of a document, in steps. Ordinary models need less than a hundredth of it. */
function stepsFor(document: Document): number {
    return FEWEST_STEPS + STEPS_PER_CHARACTER * document.text.length;
}
const FEWEST_STEPS = 1_000_000;
const STEPS_PER_CHARACTER = 20;

/** Runs a tier within a budget. If the budget is exhausted, keeps the findings so far and adds an error that says so. */
function* isWithinBudget(steps: number, findings: SectionFinding[], work: Generator<void, void>): Generator<void, boolean> {
    const budget = new Budget(steps);
    try {
        while (budget.during(() => work.next()).done !== true) {
            yield;
        }
        return true;
    } catch (e) {
        if (!(e instanceof BudgetExceeded)) {
            throw e;
        }
        const message =
            `the analysis of this document ended after ${steps} steps of name resolution, so findings may be missing: ` +
            'look for cycles of imports with filters, and break them';
        findings.push({ section: FRAME, finding: { severity: 'error', code: 'analysis-budget', message, offset: 0, end: 0 } });
        return false;
    }
}

/** Whether a finding lies in the section that reported it and does not depend on other documents. */
function isWithin({ section, finding }: SectionFinding, document: Document): boolean {
    const declaration = document.sections.declarations[section];
    return (
        finding.hint === undefined &&
        (declaration === undefined || (finding.offset >= declaration.$offset && finding.end <= declaration.$end))
    );
}

/** The nodes of a tree by type, containers before their contents, each with its section: a tier visits only the types that it checks. */
type NodesByType = Map<string, { readonly nodes: AstNode[]; readonly sections: number[] }>;

/** The number of checks between two pauses of a tier. */
const PART = 64;

/** The input of the tiers of an analysis. */
interface TierSubject {
    readonly document: Document;
    readonly nodes: NodesByType;
    readonly strict: boolean;
    /** returns all documents of the model to a check in a section, and records that the section's findings depend on them */
    readonly allDocuments: (section: number) => readonly Document[];
}

/** Runs the checks of a tier. Each finding is added immediately, so that it stays when the budget is used up. */
function* runTier(tier: Tier, { document, nodes, strict, allDocuments }: TierSubject, findings: SectionFinding[]): Generator<void, void> {
    const seen = new Set<string>();
    let section = FRAME;
    const context: CheckContext = {
        document,
        strict,
        allDocuments: () => allDocuments(section),
        report(severity, code, message, at, more) {
            const span = reportedSpan(at);
            const key = `${span.offset} ${span.end} ${code} ${message}`;
            if (!seen.has(key)) {
                seen.add(key);
                findings.push({ section, finding: { severity, code, message, offset: span.offset, end: span.end, ...more } });
            }
        }
    };
    const checks = checksOf(tier);
    let made = 0;
    for (const [type, same] of nodes) {
        for (const check of checks(type)) {
            for (let i = 0; i < same.nodes.length; i++) {
                section = same.sections[i];
                check(same.nodes[i], context);
                if (++made % PART === 0) {
                    yield;
                }
            }
        }
    }
}

const indexed = new Map<Tier, Map<string, readonly Check[]>>();

/** The checks of a tier for a node type, combined once. */
function checksOf(tier: Tier): (type: string) => readonly Check[] {
    let byType = indexed.get(tier);
    if (byType === undefined) {
        indexed.set(tier, (byType = new Map<string, readonly Check[]>()));
    }
    const known = byType;
    return type => {
        let checks = known.get(type);
        if (checks === undefined) {
            checks = tier.tables.flatMap(table => [...checksIn(table, type), ...checksIn(table, '*')]);
            known.set(type, checks);
        }
        return checks;
    };
}
