/**
 * Imports of data: each file is one edit of the model, all files or none (contract: newest-operations 5). The edits are those of the
 * editing room, which judges them; models are parsed by who calls.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isFeature, isPackage, isType, ownerOf, quoted, segmentsOf } from '../../language/semantics/structure.js';
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
import { literalFor } from './literals-of-data.js';

/** A value that was set, or a redefinition that was made to reach one (its value is empty then). */
export interface ImportedValue {
    readonly element: string;
    readonly feature: string;
    readonly value: string;
    /** qualified name of the inherited feature that is redefined; empty for the element's own */
    readonly redefines: string;
    /** where the data state it */
    readonly where: string;
    /** `P::car::mass = 1200 [kg] (redefines P::Vehicle::mass)` */
    readonly description: string;
}

export interface ImportedFile {
    readonly name: string;
    /** how many values it set, on how many elements */
    readonly values: number;
    readonly elements: number;
    readonly assignments: readonly ImportedValue[];
}

export interface Import {
    readonly files: readonly ImportedFile[];
    /** what the files rewrote, in the order of the model */
    readonly documents: readonly Rewritten[];
    /** the model with all of it */
    readonly model: Model;
}

export interface RefusedImport {
    readonly error: string;
    readonly diagnostics: readonly Diagnostic[];
}

/**
 * Imports files in their order, each into the result of those before.
 * @param parse makes a model of documents, with the names and the findings that it has
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

/** The data fit, and what they make of the model does not. */
class InvalidResult extends ImportRefusal {
    constructor(
        message: string,
        readonly diagnostics: readonly Diagnostic[]
    ) {
        super(message);
    }
}

// --- What a file sets -------------------------------------------------------------------------------------------------

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

/** An element that records set features of. */
interface Target {
    /** its path, along inherited features that get redefinitions */
    readonly id: string;
    readonly element: AstNode;
    readonly document: Document;
    /** it is inherited: all its features are redefined */
    readonly isInherited: boolean;
}

class Planner {
    readonly assignments: ImportedValue[] = [];
    readonly steps: Step[] = [];
    private readonly run: Run;
    /** where each feature was set, by its path */
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

    /** The element of a qualified name; inherited features on the way to it are redefined. */
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

/** Does something about a place in the data, which a refusal names. */
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

// --- The edit ---------------------------------------------------------------------------------------------------------

/** The model with the steps of a plan, document by document. */
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

/** The first step that cannot be made after those before it. */
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

/** The report of a file, as the command line and the prompt print it. */
export function importLines({ name, values, elements, assignments }: ImportedFile, isDryRun: boolean): string[] {
    if (assignments.length === 0) {
        return [`✓ ${name}: no values to import`];
    }
    const count = `${values} ${values === 1 ? 'value' : 'values'} into ${elements} ${elements === 1 ? 'element' : 'elements'} from ${name}`;
    const head = isDryRun ? `dry run: would import ${count}; the model is unchanged` : `✓ imported ${count}`;
    return [head, ...assignments.map(a => `  ${a.description}`)];
}
