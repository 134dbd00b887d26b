/**
 * The v1 model in memory: UML elements with their stereotype applications. `reading` builds it, `mapping` reads it. Does not depend on XML
 * or v2.
 */

/** The target of a reference to an element outside the input. */
export interface ExternalElement {
    /** as written: `file#fragment` */
    readonly href: string;
    /** qualified name that MagicDraw stores beside an opaque href; empty without one */
    readonly path: string;
    /** metaclass that the document states beside the href; empty without one */
    readonly metaclass: string;
}

/** The target of a reference as the document writes it: an id or an href. */
export type Link = { readonly id: string } | ExternalElement;

/** A node of a tool's extension; its name has no prefix. */
export interface XmlNode {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
    readonly children: XmlNode[];
    text: string;
}

/** A stereotype applied to an element. */
export class StereotypeApplication {
    constructor(
        /** local name of the stereotype */
        readonly name: string,
        /** namespace of its profile */
        readonly namespace: string,
        /** tags with their values; a tag with several values is repeated */
        readonly tags: readonly (readonly [tag: string, value: string | Link])[]
    ) {}

    /** Returns the values of a tag that are texts. */
    texts(tag: string): string[] {
        return this.tags.flatMap(([name, value]) => (name === tag && typeof value === 'string' ? [value] : []));
    }

    /** Returns the first text value of the first of these tags that has one. */
    text(...tags: string[]): string | undefined {
        return tags.map(tag => this.texts(tag)[0]).find(text => text !== undefined);
    }

    /** Returns the ids and hrefs of a tag. A text value is a list of ids. */
    links(tag: string): Link[] {
        return this.tags.flatMap(([name, value]) => (name !== tag ? [] : typeof value === 'string' ? idsOf(value) : [value]));
    }
}

function idsOf(text: string): Link[] {
    return text
        .split(/\s+/)
        .filter(id => id !== '')
        .map(id => ({ id }));
}

/** Shared empty list, because most elements have no applications, extensions or links. */
const NONE: readonly never[] = [];

/** A UML element. Its attributes are those that the document writes; its readers apply default values. */
export class UmlElement {
    applications: readonly StereotypeApplication[] = NONE;
    /** tool data of a diagram */
    extensions: readonly XmlNode[] = NONE;
    private ownedElements: UmlElement[] | undefined;
    /** names and links, alternating */
    private links: (string | Link)[] | undefined;

    /** empty when the document states none */
    readonly id: string;
    /** without prefix, for example `Class` */
    readonly metaclass: string;
    /** name of the owning property, for example `ownedAttribute`; empty for a root */
    readonly role: string;
    readonly owner: UmlElement | undefined;

    /**
     * @param order position in the input, across all documents
     * @param attributes names and values, alternating
     */
    constructor(
        readonly model: UmlModel,
        readonly order: number,
        { id, metaclass, role, owner }: Pick<UmlElement, 'id' | 'metaclass' | 'role' | 'owner'>,
        private attributes: readonly string[]
    ) {
        this.id = id;
        this.metaclass = metaclass;
        this.role = role;
        this.owner = owner;
    }

    /** For the reader: ends the construction of this element and trims the spare capacity of its lists. */
    seal(): void {
        this.ownedElements = this.ownedElements?.slice();
        this.links = this.links?.slice();
    }

    /** in document order */
    get owned(): readonly UmlElement[] {
        return this.ownedElements ?? NONE;
    }

    /** For the reader: adds an owned element. */
    addOwned(element: UmlElement): void {
        (this.ownedElements ??= []).push(element);
    }

    /** Removes an owned element. */
    removeOwned(element: UmlElement): void {
        this.ownedElements = this.ownedElements?.filter(other => other !== element);
    }

    get name(): string {
        return this.value('name') ?? '';
    }

    /** Returns the value of an attribute, or its first value if it has several. */
    value(name: string): string | undefined {
        const at = this.positionOf(name);
        return at < 0 ? undefined : this.attributes[at + 1];
    }

    values(name: string): string[] {
        return this.attributes.filter((_, i) => i % 2 === 1 && this.attributes[i - 1] === name);
    }

    /** Whether a Boolean attribute is `true`; false if it is not written. */
    flag(name: string): boolean {
        return this.value(name) === 'true';
    }

    private positionOf(name: string): number {
        for (let i = 0; i < this.attributes.length; i += 2) {
            if (this.attributes[i] === name) {
                return i;
            }
        }
        return -1;
    }

    /** For the reader: adds an attribute that a child element states. */
    addAttribute(name: string, value: string): void {
        this.attributes = [...this.attributes, name, value];
    }

    /** For the reader: adds a reference that a child element states. */
    addLink(name: string, link: Link): void {
        if (this.links === undefined) {
            this.links = [name, link];
        } else {
            this.links.push(name, link);
        }
    }

    /** Owned elements with one of these roles, in document order. */
    ownedAs(...roles: string[]): UmlElement[] {
        return this.owned.filter(e => roles.includes(e.role));
    }

    /** The targets of a reference as written. */
    linksOf(name: string): readonly Link[] {
        const isNamed = (i: number): boolean => i % 2 === 1 && this.links![i - 1] === name;
        const written = this.links?.flatMap((link, i) => (typeof link !== 'string' && isNamed(i) ? [link] : [])) ?? NONE;
        const text = this.value(name);
        return text === undefined ? written : [...this.values(name).flatMap(idsOf), ...written];
    }

    /** The elements of the input that a reference targets, by id or by ownership in that role. */
    refs(name: string): UmlElement[] {
        return [...this.linksOf(name).flatMap(link => this.model.resolve(link) ?? []), ...this.ownedAs(name)];
    }

    /** The first element of the input that a reference targets. */
    ref(name: string): UmlElement | undefined {
        return this.refs(name)[0];
    }

    /** Targets of a reference that are in other resources. */
    externals(name: string): ExternalElement[] {
        return this.linksOf(name).flatMap(link => ('href' in link && this.model.resolve(link) === undefined ? [link] : []));
    }

    /** Ids that a reference targets and the input does not contain. */
    dangling(name: string): string[] {
        return this.linksOf(name).flatMap(link => ('id' in link && this.model.resolve(link) === undefined ? [link.id] : []));
    }

    /** Owners, nearest first. */
    *owners(): Generator<UmlElement> {
        for (let owner = this.owner; owner !== undefined; owner = owner.owner) {
            yield owner;
        }
    }
}

/** A shape or line of a diagram, in pixels, with the y axis pointing down. */
export interface DrawnSymbol {
    /** id of the represented element; empty for a note, a text or an image */
    readonly elementId: string;
    readonly box: Box | undefined;
    /** points of a line: x and y, alternating */
    readonly points: readonly number[] | undefined;
    /** whether the symbol is in the symbol of a line: its position is then relative to that line */
    readonly isOnLine: boolean;
    /** the pasted picture */
    readonly picture?: Picture;
    /** the text of a symbol of no element */
    readonly text?: string;
}

/** A picture pasted on a diagram. */
export interface Picture {
    /** id of the picture's symbol */
    readonly id: string;
    /** undefined if the octets in the file are invalid */
    readonly bytes: Uint8Array | undefined;
}

/** Content of the input that is not a UML element and is not migrated. It has its own row in the report. */
export interface Stray {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    readonly reason: string;
}

export interface Box {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

/** The model of all documents of one input. */
export class UmlModel {
    /** symbols that the tool stores, by the diagram's id: they determine shown elements and their positions */
    readonly drawings = new Map<string, readonly DrawnSymbol[]>();
    /** positions from a layout file, by the diagram's id: they override those of symbols but do not determine shown elements */
    readonly layouts = new Map<string, readonly DrawnSymbol[]>();
    /** numbers of unreadable positions in a layout file, and of stated colours and images, which views cannot express */
    readonly unread = { places: 0, looks: 0 };
    readonly roots: UmlElement[] = [];
    /** name of the exporting tool; empty if the documents do not state it */
    exporter = '';
    /** files of the archive that texts and comments reference, by entry name and by base name */
    readonly attachments = new Map<string, Uint8Array>();
    readonly strays: Stray[] = [];
    /** names of stereotypes of used projects, by id, if the documents contain them */
    readonly stereotypeNames = new Map<string, string>();
    /** notes that a tool stores beside the model, by element id */
    readonly toolNotes = new Map<string, string>();
    /** remarks for the report: stereotype applications without an element, and the like */
    readonly notes: string[] = [];
    private readonly byId = new Map<string, UmlElement>();
    /** elements whose id an earlier element already has */
    readonly repeated = new Set<UmlElement>();

    add(element: UmlElement): void {
        if (element.id === '') {
            return;
        }
        if (this.byId.has(element.id)) {
            this.repeated.add(element);
        } else {
            this.byId.set(element.id, element);
        }
    }

    get(id: string): UmlElement | undefined {
        return this.byId.get(id);
    }

    /** Returns the element that a link targets, by its id or by the fragment of its href. */
    resolve(link: Link): UmlElement | undefined {
        if ('id' in link) {
            return this.byId.get(link.id);
        }
        const hash = link.href.indexOf('#');
        return hash < 0 ? undefined : this.byId.get(link.href.slice(hash + 1));
    }
}

/** Elements with all elements below them, except comments, which are written even if their owners are not. */
export const withoutComments = (elements: readonly UmlElement[]): UmlElement[] =>
    [...everyElement(elements)].filter(({ metaclass }) => metaclass !== 'Comment');

/** Returns these elements and all elements below them, owners first, in document order. */
export function* everyElement(roots: readonly UmlElement[]): Generator<UmlElement> {
    const open = [...roots].reverse();
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
        yield element;
        for (let i = element.owned.length - 1; i >= 0; i--) {
            open.push(element.owned[i]);
        }
    }
}
