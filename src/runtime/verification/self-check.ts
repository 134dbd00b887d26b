/**
 * Self-checks: rules on model elements, applied to every element of the model (contract: newest-operations 7). A rule is a constraint
 * definition with one typed `in` parameter; it applies to the instances of that metaclass.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { isMetaclass, isMetaclassConforming, metaclassOrUndefined } from '../../language/semantics/metaclass.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isPackage, ownedMembersOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { spanOf, visitAll } from '../../language/syntax/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import { conjunctionOf, ConditionFrame } from '../evaluation/calculations/conditions.js';
import { shapeOf } from '../evaluation/calculations/shape.js';
import { metaobjectOf } from '../evaluation/expressions/metaobjects.js';
import { type BehaviourOptions, startRun } from '../behaviour/index.js';
import { articledKind, declaredTypesOf } from '../evaluation/model/kinds.js';
import { layoutOf } from '../evaluation/model/layout.js';
import type { Run } from '../evaluation/run.js';
import { EvaluationError, Undetermined } from '../values/index.js';

/** The package of the rules that every self-check applies. */
const OWN_RULES = 'SysMLValidation';

export interface SelfCheckFinding {
    readonly status: 'fails' | 'unevaluated' | 'error' | 'warning';
    /** `P::rule for P::element`, or the faulty rule or package */
    readonly subject: string;
    /** `document:line:column`; empty for a rule of the library */
    readonly location: string;
    readonly constraint: string;
    readonly element: string;
    readonly message: string;
}

export interface SelfCheck {
    /** in the order of the model's text, then of the rules */
    readonly findings: readonly SelfCheckFinding[];
    readonly elements: number;
    readonly checks: number;
    readonly violations: number;
    /** checks that the reflective model cannot evaluate */
    readonly unevaluated: number;
    readonly evaluationErrors: number;
    /** number of elements that each rule was applied to, in the order of the rules */
    readonly applications: ReadonlyMap<string, number>;
    /** why nothing was checked */
    readonly error?: string;
}

interface Rule {
    readonly id: string;
    readonly element: AstNode;
    readonly metaclass: AstNode;
    /** slot of its parameter */
    readonly index: number;
}

const NOTHING = { findings: [], elements: 0, checks: 0, violations: 0, unevaluated: 0, evaluationErrors: 0, applications: new Map() };

/**
 * Applies the rules of the library and of packages to every element of a model.
 * @param packages qualified names of packages with more rules
 */
export function selfCheck(model: Model, packages: readonly string[], options: BehaviourOptions = {}): SelfCheck {
    const unknown = packages.find(id => !isRulePackage(model, id));
    if (unknown !== undefined) {
        return { ...NOTHING, error: `self-check names no package the loaded models or libraries declare: ${unknown}` };
    }
    const warnings: SelfCheckFinding[] = [];
    const rules = [OWN_RULES, ...new Set(packages)].flatMap(id => rulesOf(elementById(model, id)!, id, warnings));
    const run = startRun(model, options);
    const counts = { fails: 0, unevaluated: 0, error: 0 };
    const applications = new Map(rules.map(rule => [rule.id, 0]));
    const findings: SelfCheckFinding[] = [...warnings];
    const elements = elementsOfModel(model);
    let checks = 0;
    for (const element of elements) {
        options.checkCancelled?.();
        for (const rule of rules.filter(r => isMetaclassConforming(element, r.metaclass))) {
            checks++;
            applications.set(rule.id, applications.get(rule.id)! + 1);
            const outcome = applied(run, rule, element);
            if (outcome !== undefined) {
                counts[outcome.status]++;
                findings.push(outcome);
            }
        }
    }
    const { fails: violations, unevaluated, error: evaluationErrors } = counts;
    return { findings, elements: elements.length, checks, violations, unevaluated, evaluationErrors, applications };
}

function isRulePackage(model: Model, id: string): boolean {
    const found = elementById(model, id);
    return found !== undefined && isPackage(found);
}

/** The rules of a package; a constraint without a typed parameter gives a warning. */
function rulesOf(home: AstNode, id: string, warnings: SelfCheckFinding[]): Rule[] {
    const constraints = ownedMembersOf(home).filter(
        m => isMetaclass(m, 'ConstraintDefinition') && !isMetaclass(m, 'RequirementDefinition')
    );
    const warn = (element: AstNode, constraint: string, message: string): void => {
        const location = placeOf(element);
        warnings.push({ status: 'warning', subject: constraint === '' ? id : constraint, location, constraint, element: '', message });
    };
    const rules = constraints.flatMap(element => {
        const name = qualifiedNameOf(element) ?? '';
        const { parameters } = shapeOf(element);
        const [metaclass] = parameters.length === 1 ? declaredTypesOf(parameters[0].slot.feature) : [];
        if (metaclass === undefined) {
            warn(element, name, `constraint ${name} has no typed input parameter`);
            return [];
        }
        return [{ id: name, element, metaclass, index: parameters[0].slot.index }];
    });
    if (rules.length === 0) {
        warn(home, '', `self-check package ${id} has no applicable constraint definitions`);
    }
    return rules;
}

/** The elements of the model's own documents, in the order of their text. */
function elementsOfModel(model: Model): AstNode[] {
    return model.documents.flatMap(({ root }) => {
        const found: AstNode[] = [];
        visitAll(root, node => {
            if (node !== root && metaclassOrUndefined(node) !== undefined && isMetaclass(node, 'Element')) {
                found.push(node);
            }
        });
        return found.sort((a, b) => spanOf(a).offset - spanOf(b).offset);
    });
}

type Outcome = SelfCheckFinding & { readonly status: 'fails' | 'unevaluated' | 'error' };

/** Applies a rule to an element; undefined where it holds. */
function applied(run: Run, rule: Rule, element: AstNode): Outcome | undefined {
    run.restart();
    const finding = (status: Outcome['status'], what: string): Outcome => {
        const name = nameFor(element);
        const message = `${rule.id} ${what.replace('%', name)}`;
        return { status, subject: `${rule.id} for ${name}`, location: placeOf(element), constraint: rule.id, element: name, message };
    };
    try {
        const frame = new ConditionFrame(run, layoutOf(rule.element), undefined);
        frame.write(rule.index, metaobjectOf(element));
        const truth = conjunctionOf(rule.element, frame);
        if (truth === true) {
            return undefined;
        }
        return truth === false
            ? finding('fails', 'fails for %')
            : finding('unevaluated', `is not evaluated for %: ${truth instanceof Undetermined ? truth.reason : 'it states no condition'}`);
    } catch (error) {
        if (!(error instanceof EvaluationError)) {
            throw error;
        }
        return error.head === UNREADABLE
            ? finding('unevaluated', `is not evaluated for %: ${error.message}`)
            : finding('error', `cannot be evaluated for %: ${error.message}`);
    }
}

/** Head of failures to read a feature that the reflective model does not have. */
const UNREADABLE = 'unsupported feature';

/** The qualified name of an element; an anonymous element is described by its kind and its owner's name. */
function nameFor(element: AstNode): string {
    const own = qualifiedNameOf(element);
    if (own !== undefined) {
        return own;
    }
    let owner = element.$container;
    while (owner !== undefined && qualifiedNameOf(owner) === undefined) {
        owner = owner.$container;
    }
    const kind = articledKind(element).replace(/^an? /, '');
    return owner === undefined ? kind : `${kind}${nameOf(element) === undefined ? '' : ` ${nameOf(element)}`} in ${qualifiedNameOf(owner)}`;
}

function placeOf(element: AstNode): string {
    const document = documentOf(element);
    if (document.isLibrary) {
        return '';
    }
    const { line, column } = document.lines.positionOf(spanOf(element).offset);
    return `${document.name}:${line}:${column}`;
}

const SEVERITIES = { fails: 'error', error: 'error', unevaluated: 'information', warning: 'warning' } as const;

/** A finding as one line: `m.sysml:2:3: error[self-check-rule]: V::c fails for P::x`. */
export function selfCheckLine({ location, status, message }: SelfCheckFinding): string {
    return `${location === '' ? '' : `${location}: `}${SEVERITIES[status]}[self-check-rule]: ${message}`;
}

/** The totals in one line. */
export const selfCheckSummary = ({ elements, checks, violations, unevaluated }: SelfCheck): string =>
    `Self-model check: ${elements} elements, ${checks} checks, ${violations} violations, ${unevaluated} unevaluated`;
