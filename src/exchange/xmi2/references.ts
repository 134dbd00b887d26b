/**
 * Finds the elements of files in XMI by their ids (XMI 2.5.1, 7.10). An `xmi:id` is unique only in its file: a reference without a file
 * refers to the file that contains the reference, `href="other.sysmlx#id"` to another one. An `elementId` is unique in the model. Depends
 * on ids only.
 */
import { GraphElement, type Value } from '../graph.js';
import { isUuid } from '../ids.js';
import { ReadingError } from '../reading/failure.js';

export class References {
    /** by `elementId`; elements without one by the id that they get */
    private readonly elements = new Map<string, GraphElement>();
    /** elements whose ids are made from an `xmi:id`, so that elements of other files may have the same `xmi:id` */
    private readonly ofFiles = new Set<GraphElement>();
    /** elements by file and `xmi:id`; for references by file and id to elements that are not yet known, their placeholders */
    private readonly inFiles = new Map<string, GraphElement>();
    /** the ids of references to elements that are not yet known, by file and id */
    private readonly open = new Map<string, string>();
    /** the file at each path in a reference, by the file that contains the reference and the path */
    private readonly paths = new Map<string, string | undefined>();

    /** @param files the paths of all files of the model */
    constructor(private readonly files: readonly string[]) {}

    /** The element to which a reference refers, or its placeholder. @param href an id, which the path of a file and `#` may precede */
    target(href: string, from: string): GraphElement {
        const hash = href.lastIndexOf('#');
        const id = decoded(href.slice(hash + 1));
        const path = hash <= 0 ? undefined : decoded(href.slice(0, hash));
        const file = path === undefined ? from : (this.fileAt(path, from) ?? path);
        const key = keyOf(file, id);
        let element = this.inFiles.get(key);
        if (element === undefined) {
            element = new GraphElement(id, '');
            this.inFiles.set(key, element);
            this.open.set(key, id);
        }
        return element;
    }

    /**
     * Declares an element.
     * @param elementId undefined if the element has only an `xmi:id`
     * @returns the element, or the attribute with an id that another element has
     */
    declare(metaclass: string, file: string, xmiId: string | undefined, elementId: string | undefined): GraphElement | string {
        const key = keyOf(file, xmiId ?? elementId!);
        if (xmiId !== undefined && this.inFiles.has(key) && !this.open.has(key)) {
            return `xmi:id ${xmiId}`;
        }
        if (elementId !== undefined && this.elements.has(elementId)) {
            return `elementId ${elementId}`;
        }
        const id = elementId ?? this.free(xmiId!);
        let element = this.inFiles.get(key);
        if (element === undefined || !this.open.delete(key)) {
            element = new GraphElement(id, metaclass);
        }
        element.identify(id);
        element.metaclass = metaclass;
        this.elements.set(id, element);
        if (elementId === undefined && !isUuid(id)) {
            this.ofFiles.add(element);
        }
        if (xmiId !== undefined) {
            this.inFiles.set(key, element);
        }
        return element;
    }

    /**
     * For placeholders of elements that their file does not contain: the element with that `elementId`. Other placeholders stay, as
     * elements of other models.
     * @throws ReadingError if no file contains the element, but an element of another file has its id
     */
    resolved(): ReadonlyMap<Value, GraphElement> {
        const named = new Map<Value, GraphElement>();
        for (const [key, id] of this.open) {
            const reference = this.inFiles.get(key)!;
            const element = this.elements.get(id);
            if (element === undefined) {
                this.elements.set(id, reference); // an element of another model
            } else if (this.ofFiles.has(element)) {
                throw new ReadingError(
                    `xmi: no file contains ${key.startsWith('#') ? id : key}: ${id} is the id of an element of another file`
                );
            } else if (element !== reference) {
                named.set(reference, element);
            }
        }
        return named;
    }

    /** An id that no element has: the `xmi:id`, with a number if an element already has it. */
    private free(xmiId: string): string {
        let id = xmiId;
        for (let i = 2; this.elements.has(id); i++) {
            id = `${xmiId}_${i}`;
        }
        return id;
    }

    /** The file of the model at a path relative to another one: that path, or else the only file with its name. */
    private fileAt(path: string, from: string): string | undefined {
        const key = keyOf(from, path);
        if (!this.paths.has(key)) {
            this.paths.set(key, this.find(path, from));
        }
        return this.paths.get(key);
    }

    private find(path: string, from: string): string | undefined {
        const steps: string[] = path.startsWith('/') ? [] : stepsOf(from).slice(0, -1);
        for (const step of path.split('/')) {
            if (step === '..' && steps.length > 0) {
                steps.pop();
            } else if (step !== '.') {
                steps.push(step);
            }
        }
        const whole = steps.join('/');
        const named = this.files.filter(file => stepsOf(file).at(-1) === steps.at(-1));
        return named.find(file => stepsOf(file).join('/') === whole) ?? (named.length === 1 ? named[0] : undefined);
    }
}

const stepsOf = (path: string): string[] => path.split(/[\\/]/);

const keyOf = (file: string, id: string): string => `${file}#${id}`;

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // a percent sign in it does not encode a character
    }
}
