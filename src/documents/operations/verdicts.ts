/**
 * Verdicts on assertions about objects (contract: views 6.6): about a held object in its current state, or about the object that an
 * element's declaration describes, including all objects below it. Per object: constraints, requirements, satisfactions, then
 * verifications.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById } from '../../language/semantics/naming.js';
import { type Instance, type Run, failureOf } from '../../runtime/evaluation/index.js';
import {
    hasObjectToValidate,
    judgeObject,
    runCase,
    type Verdict,
    verificationCasesOf,
    type VerificationVerdict,
    verificationVerdicts
} from '../../runtime/verification/index.js';
import type { QueryContext } from '../query-context.js';
import { definitionFault } from '../faults.js';
import type { Call } from '../queries/call.js';
import type { Rows } from '../queries/result.js';
import { type AssertionKind, distinct, elementIdOf, labelOf, ObjectRow, type Row, VerdictRow, type VerdictWord } from '../rows.js';

const KINDS: readonly AssertionKind[] = ['constraint', 'requirement', 'satisfaction', 'verification'];
const KIND_OF: Readonly<Partial<Record<Verdict['kind'], AssertionKind>>> = {
    constraint: 'constraint',
    requirement: 'requirement',
    satisfy: 'satisfaction'
};

export function verdicts(call: Call): Rows {
    const kind = call.word('kind', ['all', ...KINDS]);
    const found = call.rows('source').rows.flatMap(row => new AssertionJudge(call.context, row).rows());
    return { rows: distinct(found.filter(row => kind === 'all' || row.facts.kind === kind)) };
}

/** Judges the assertions about one source row and everything below it. */
class AssertionJudge {
    private readonly run: Run;
    private readonly root: Instance;
    /** verdicts of the verification cases of a requirement, by its id */
    private readonly verified = new Map<string, readonly string[]>();

    constructor(
        context: QueryContext,
        private readonly source: Row
    ) {
        if (source.kind === 'object') {
            this.root = source.object;
            this.run = this.root.run;
            return;
        }
        if (source.kind !== 'element') {
            throw definitionFault(`${source.kind}-row`, `${labelOf(source)} is not an object on which assertions can be judged`);
        }
        this.run = context.run;
        const { element } = source;
        if (!hasObjectToValidate(element)) {
            throw definitionFault('invalid-argument', `${labelOf(source)} has no object on which assertions can be judged`);
        }
        try {
            this.root = this.run.objectOf(element);
            this.run.enliven(this.root);
        } catch (error) {
            throw definitionFault('incomplete-validation', `${labelOf(source)}: ${failureOf(error).message}`);
        }
    }

    rows(): VerdictRow[] {
        const { verdicts: judged, bounded } = judgeObject(this.run, this.root);
        if (bounded) {
            throw definitionFault(
                'incomplete-validation',
                `${labelOf(this.source)}: its objects are nested too deeply or are too many to judge them all`
            );
        }
        const asserted = judged.flatMap(verdict => this.assertionRow(verdict) ?? []);
        const rows = [...asserted, ...this.verificationRows(asserted)];
        const order = [...new Set([this.root, ...rows.map(r => r.facts.object)])];
        const place = new Map(order.map((object, i) => [object, i]));
        return rows.sort(
            (a, b) => place.get(a.facts.object)! - place.get(b.facts.object)! || KINDS.indexOf(a.facts.kind) - KINDS.indexOf(b.facts.kind)
        );
    }

    private assertionRow(verdict: Verdict): VerdictRow | undefined {
        const kind = KIND_OF[verdict.kind];
        const { assertion, instance, holds, error, condition, cause, instancePath = '' } = verdict;
        if (kind === undefined || assertion === undefined || instance === undefined) {
            return undefined;
        }
        const word: VerdictWord = error !== undefined ? 'undecided' : holds === true ? 'holds' : 'violated';
        const violation = condition === undefined ? `${verdict.element} does not hold` : `${condition} is false`;
        return new VerdictRow({
            assertion,
            kind,
            text: verdict.element,
            ...this.about(instance, instancePath),
            verdict: word,
            condition: word === 'violated' ? condition : undefined,
            reason: word === 'holds' ? undefined : word === 'undecided' ? (cause ?? error) : violation,
            verification: kind === 'constraint' ? [] : this.verificationOf(verdict.requirementId)
        });
    }

    /** The verdicts of verification cases whose subject is one of the judged objects. */
    private verificationRows(asserted: readonly VerdictRow[]): VerdictRow[] {
        const known = new Map(asserted.map(row => [row.facts.object, row.facts]));
        return verificationCasesOf(this.run).flatMap(declared =>
            runCase(this.run, declared).flatMap(answer => {
                const object = answer.subjects?.find(subject => subject === this.root || known.has(subject));
                return object === undefined ? [] : [this.verificationRow(declared, answer, object, known.get(object)?.path)];
            })
        );
    }

    private verificationRow(declared: AstNode, answer: VerificationVerdict, object: Instance, path: string | undefined): VerdictRow {
        const { caseId, kind, detail } = answer;
        const place = this.about(object, path === undefined ? '' : path.slice(labelOf(this.source).length + 1));
        return new VerdictRow({
            assertion: elementById(this.run.model, caseId) ?? declared,
            kind: 'verification',
            text: `verification ${caseId}`,
            ...place,
            verdict: kind === 'pass' ? 'holds' : kind === 'fail' ? 'violated' : 'undecided',
            condition: undefined,
            reason: kind === 'pass' ? undefined : (detail ?? `the case returned ${kind}`),
            verification: [kind]
        });
    }

    /** The object of a verdict, its path and, if the object is held, its row. */
    private about(object: Instance, below: string): { object: Instance; path: string; carrier: ObjectRow | undefined } {
        const { source } = this;
        if (source.kind === 'object') {
            const carrier = object === source.object ? source : source.child(object, below);
            return { object, path: carrier.path, carrier };
        }
        const label = source.kind === 'element' ? elementIdOf(source.element) : '';
        return { object, path: below === '' ? label : `${label}.${below}`, carrier: undefined };
    }

    private verificationOf(requirementId: string | undefined): readonly string[] {
        if (requirementId === undefined) {
            return [];
        }
        let kinds = this.verified.get(requirementId);
        if (kinds === undefined) {
            const requirement = elementById(this.run.model, requirementId);
            const answers = requirement === undefined ? [] : verificationVerdicts(this.run, requirement);
            this.verified.set(requirementId, (kinds = answers.filter(a => a.subcase !== true).map(a => a.kind)));
        }
        return kinds;
    }
}
