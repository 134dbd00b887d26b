/**
 * Runs the checks over a document: one walk over the nodes a tier, each check registered for the node types that it looks at. A tier with
 * an error stops the tiers above it for that document (contract: edits-and-diagnostics, 2.2).
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
 * Runs the tiers over a document that has no parse error.
 * @param options.kept what an earlier version found in sections that need no check; all are checked when absent
 * @param options.isWhole runs all tiers, whatever the ones below find
 * @param options.steps what each tier may take of the budget (budget.ts)
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

/** As {@link checkDocument}, with a pause after every few checks, in which the caller may do something else or give up. */
export function* checkInParts(
    document: Document,
    documents: readonly Document[],
    strict: boolean,
    { kept, isWhole = false, steps = stepsFor(document) }: CheckOptions = {}
): Generator<void, Analysis> {
    const nodes: NodesByType = new Map();
    visitSections(document.root, document.sections, kept?.isWanted ?? (() => true), (node, section) => {
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

/** The steps that a tier of the analysis of a document may take; models that people write take less than a hundredth of them. */
function stepsFor(document: Document): number {
    return FEWEST_STEPS + STEPS_PER_CHARACTER * document.text.length;
}
const FEWEST_STEPS = 1_000_000;
const STEPS_PER_CHARACTER = 20;

/** Runs a tier. What was found stays when its steps are used up, and an error says that there may be more. */
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
            'look for imports with filters that lead back to where they started, and split what is connected that way';
        findings.push({ section: FRAME, finding: { severity: 'error', code: 'analysis-budget', message, offset: 0, end: 0 } });
        return false;
    }
}

/** Whether a finding lies in the section that reported it, and says the same in every model. */
function isWithin({ section, finding }: SectionFinding, document: Document): boolean {
    const declaration = document.sections.declarations[section];
    return (
        finding.hint === undefined &&
        (declaration === undefined || (finding.offset >= declaration.$offset && finding.end <= declaration.$end))
    );
}

/**
 * The nodes of a tree by their type, containers before what they contain, each with its section: a tier looks only at types that it checks.
 */
type NodesByType = Map<string, { readonly nodes: AstNode[]; readonly sections: number[] }>;

/** Checks after which a tier pauses. */
const PART = 64;

/** What the tiers of an analysis check. */
interface TierSubject {
    readonly document: Document;
    readonly nodes: NodesByType;
    readonly strict: boolean;
    /** all documents of the model, for a check in a section: its findings depend on them from then on */
    readonly allDocuments: (section: number) => readonly Document[];
}

/** Runs the checks of a tier. What they find is added at once, so that it stays when the budget of the analysis is used up. */
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
            checks = tier.tables.flatMap(table => [...checksIn(table, type), ...checksIn(table, '*')]);
            known.set(type, checks);
        }
        return checks;
    };
}
