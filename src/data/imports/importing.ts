/**
 * Imports data files: each file is one edit of the model, and all files are imported or none (contract: newest-operations 5). The editing
 * room applies and validates the edits; the caller supplies the parser.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isFeature, isPackage, isType, ownerOf, segmentsOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { scopeOf } from '../../language/semantics/world.js';
import type { Document, SourceDocument } from '../../language/workspace/document.js';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';
import type { Model } from '../../language/workspace/workspace.js';
import { applyEdits, type EditOperation, NO_MEMBER } from '../../editing/index.js';
import { EvaluationRun, layoutOf, type Run } from '../../runtime/evaluation/index.js';
import { documentsWith, type Rewritten } from '../rewritten.js';
import { type Cell, type DataFile, type DataRecord, recordsOf } from './data-file.js';
import { ImportRefusal } from './import-refusal.js';
import { quoted } from '../../runtime/values/index.js';
import { literalFor } from './literals-of-data.js';

/** A value that was set, or, with an empty value, a redefinition that makes an inherited feature accessible. */
export interface ImportedValue {
    readonly element: string;
    readonly feature: string;
    readonly value: string;
    /** qualified name of the redefined inherited feature; empty for an owned feature */
    readonly redefines: string;
    /** place of the value in the data */
    readonly where: string;
    /** `P::car::mass = 1200 [kg] (redefines P::Vehicle::mass)` */
    readonly description: string;
}

export interface ImportedFile {
    readonly name: string;
    /** number of values set */
    readonly values: number;
    readonly elements: number;
    readonly assignments: readonly ImportedValue[];
}

export interface Import {
    readonly files: readonly ImportedFile[];
    /** the changed documents, in the order of the model */
    readonly documents: readonly Rewritten[];
    /** the model after the import */
    readonly model: Model;
}

export interface RefusedImport {
    readonly error: string;
    readonly diagnostics: readonly Diagnostic[];
}

/**
 * Imports files in order, each into the result of the preceding ones.
 * @param parse parses and validates documents
 */
export function importData(
    model: Model,
    files: readonly DataFile[],
    parse: (documents: readonly SourceDocument[]) => Model
): Import | RefusedImport {
    try {
        let current = model;
        const imported = files.map(file => {
            const plan = planned(current, file);
            current = edited(current, plan, file.name, parse);
            return plan.file;
        });
        const documents = current.documents
            .filter((d, i) => d.text !== model.documents[i].text)
            .map(({ name, text }) => ({ name, content: text }));
        return { files: imported, documents, model: current };
    } catch (error) {
        if (error instanceof ImportRefusal) {
            return { error: error.message, diagnostics: error instanceof InvalidResult ? error.diagnostics : [] };
        }
        throw error;
    }
}

/** The data are readable, but the edited model is not valid. */
class InvalidResult extends ImportRefusal {
    constructor(
        message: string,
        readonly diagnostics: readonly Diagnostic[]
    ) {
        super(message);
    }
}

// --- Plan of a file ---------------------------------------------------------------------------------------------------

interface Step {
    readonly operation: EditOperation;
    readonly document: Document;
    readonly where: string;
}

interface Plan {
    readonly file: ImportedFile;
    readonly steps: readonly Step[];
}

function planned(model: Model, file: DataFile): Plan {
    const planner = new Planner(model);
    recordsOf(file).forEach(record => planner.add(record));
    const { assignments, steps } = planner;
    const values = assignments.filter(a => a.value !== '');
    return {
        file: { name: file.name, values: values.length, elements: new Set(values.map(v => v.element)).size, assignments },
        steps
    };
}

/** An element whose features records set. */
interface Target {
    /** its path; inherited features on it get redefinitions */
    readonly id: string;
    readonly element: AstNode;
    readonly document: Document;
    /** whether the element is inherited; all its features are then redefined */
    readonly isInherited: boolean;
}

class Planner {
    readonly assignments: ImportedValue[] = [];
    readonly steps: Step[] = [];
    private readonly run: Run;
    /** the place in the data that set each feature, by path of the feature */
    private readonly set = new Map<string, string>();
    private readonly redefined = new Set<string>();

    constructor(private readonly model: Model) {
        this.run = new EvaluationRun(model);
    }

    add({ element: name, where, cells }: DataRecord): void {
        if (cells.length === 0) {
            return;
        }
        const target = placed(where, () => this.target(name, where));
        for (const cell of cells) {
            placed(cell.where, () => this.assign(target, cell));
        }
    }

    private assign({ id, element, document, isInherited }: Target, { feature: name, value, unit, where }: Cell): void {
        const layout = layoutOf(element);
        const index = /^[^.]*$/.test(name) && !name.includes('::') ? layout.byName.get(name) : undefined;
        if (index === undefined) {
            throw new ImportRefusal(`${id} has no feature named ${name}`);
        }
        const { feature } = layout.slots[index];
        const path = `${id}::${name}`;
        const before = this.set.get(path);
        if (before !== undefined) {
            throw new ImportRefusal(`${path} is already set at ${before}`);
        }
        const given = { value, ...(unit !== undefined && { unit }) };
        const literal = literalFor(given, { run: this.run, feature, contextId: qualifiedNameOf(element) ?? id });
        const isOwn = !isInherited && ownerOf(feature) === element;
        this.set.set(path, where);
        if (isOwn) {
            this.steps.push({ operation: { case: 'setValue', value: { target: path, value: literal } }, document, where });
        } else {
            this.redefine(id, name, feature, { document, where }, literal);
        }
        this.note(id, name, literal, isOwn ? '' : (qualifiedNameOf(feature) ?? name), where);
    }

    private redefine(owner: string, name: string, feature: AstNode, { document, where }: Omit<Step, 'operation'>, value: string): void {
        const kind = document.language === 'kerml' ? 'feature' : (feature.kind ?? 'ref');
        const member = { ...NO_MEMBER, owner, kind, redefines: [quoted(name)], value };
        this.steps.push({ operation: { case: 'addMember', value: member }, document, where });
    }

    private note(element: string, feature: string, value: string, redefines: string, where: string): void {
        const from = redefines === '' ? '' : ` (redefines ${redefines})`;
        const description = `${element}::${feature}${value === '' ? '' : ` = ${value}`}${from}`;
        this.assignments.push({ element, feature, value, redefines, where, description });
    }

    /** Resolves the qualified name of an element and redefines the inherited features on its path. */
    private target(name: string, where: string): Target {
        const names = segmentsOf(name).map(s => s.name);
        let at: Target | undefined;
        for (const segment of names) {
            const path = at === undefined ? segment : `${at.id}::${segment}`;
            const found = elementById(this.model, at === undefined ? quoted(segment) : `${qualifiedNameOf(at.element)}::${segment}`);
            if (found === undefined) {
                throw new ImportRefusal(
                    at === undefined ? `no element named ${name}` : `no element named ${name}: ${at.id} has no member named ${segment}`
                );
            }
            at = this.step(at, found, path, where, name);
        }
        if (at === undefined || isPackage(at.element)) {
            throw new ImportRefusal(at === undefined ? 'the element is empty' : `${name} is a package, which has no features`);
        }
        return at;
    }

    private step(owner: Target | undefined, element: AstNode, path: string, where: string, name: string): Target {
        const isInherited = owner !== undefined && isType(owner.element) && isFeature(element) && ownerOf(element) !== owner.element;
        if (owner === undefined || !(isInherited || owner.isInherited)) {
            if (scopeOf(element).isLibrary) {
                throw new ImportRefusal(`${name} is a library element, which an import does not change`);
            }
            return { id: qualifiedNameOf(element) ?? path, element, document: documentOf(element), isInherited: false };
        }
        if (!this.redefined.has(path)) {
            this.redefined.add(path);
            const feature = nameOf(element) ?? '';
            this.redefine(owner.id, feature, element, { document: owner.document, where }, '');
            this.note(owner.id, feature, '', qualifiedNameOf(element) ?? feature, where);
        }
        return { id: path, element, document: owner.document, isInherited: true };
    }
}

/** Adds the place in the data to a refusal that `work` throws. */
function placed<T>(where: string, work: () => T): T {
    try {
        return work();
    } catch (error) {
        if (error instanceof ImportRefusal) {
            throw new ImportRefusal(`${where}: ${error.message}`);
        }
        throw error;
    }
}

// --- Edits ------------------------------------------------------------------------------------------------------------

/** Applies the steps of a plan, document by document. */
function edited(model: Model, { steps }: Plan, file: string, parse: (documents: readonly SourceDocument[]) => Model): Model {
    let current = model;
    for (const name of new Set(steps.map(s => s.document.name))) {
        const own = steps.filter(s => s.document.name === name);
        const document = current.documents.find(d => d.name === name)!;
        const outcome = applyEdits(
            current,
            own.map(s => s.operation),
            document
        );
        if ('failure' in outcome) {
            const { where, error, diagnostics } = faultOf(current, document, own) ?? { where: file, ...outcome };
            const reason = diagnostics[0]?.message ?? error;
            throw new InvalidResult(`${where}: the edited model is not valid: ${reason}`, diagnostics);
        }
        current = parse(documentsWith(current, outcome.documents));
    }
    return current;
}

/** Finds by bisection the first step that cannot be applied after the preceding ones. */
function faultOf(model: Model, document: Document, steps: readonly Step[]) {
    let [works, fails] = [0, steps.length];
    let fault: { readonly where: string; readonly error: string; readonly diagnostics: readonly Diagnostic[] } | undefined;
    while (works < fails) {
        const middle = Math.floor((works + fails) / 2);
        const outcome = applyEdits(
            model,
            steps.slice(0, middle + 1).map(s => s.operation),
            document
        );
        if ('failure' in outcome) {
            fails = middle;
            fault = { where: steps[middle].where, error: outcome.error, diagnostics: outcome.diagnostics };
        } else {
            works = middle + 1;
        }
    }
    return fault;
}

/** The report of a file for the command line and the prompt. */
export function importLines({ name, values, elements, assignments }: ImportedFile, isDryRun: boolean): string[] {
    if (assignments.length === 0) {
        return [`✓ ${name}: no values to import`];
    }
    const count = `${values} ${values === 1 ? 'value' : 'values'} into ${elements} ${elements === 1 ? 'element' : 'elements'} from ${name}`;
    const head = isDryRun ? `dry run: would import ${count}; the model is unchanged` : `✓ imported ${count}`;
    return [head, ...assignments.map(a => `  ${a.description}`)];
}
