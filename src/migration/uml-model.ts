/**
 * The v1 model in memory: elements of UML with what stereotypes say of them. Made by `reading`, read by `mapping`. Knows no XML, no v2.
 */

/** Where a reference ends that no document of the input holds. */
export interface ExternalElement {
    /** as written: `file#fragment` */
    readonly href: string;
    /** qualified name that MagicDraw records beside an opaque href; empty without one */
    readonly path: string;
}

/** The end of a reference as the document writes it: an id of the input, or an href. */
export type Link = { readonly id: string } | ExternalElement;

/** A piece of a tool's extension as it is: element names without prefixes. */
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
        /** tag, then value; a tag with several values is repeated */
        readonly tags: readonly (readonly [tag: string, value: string | Link])[]
    ) {}

    /** Values of a tag that are texts. */
    texts(tag: string): string[] {
        return this.tags.flatMap(([name, value]) => (name === tag && typeof value === 'string' ? [value] : []));
    }

    /** The first text of the first of these tags that has one. */
    text(...tags: string[]): string | undefined {
        return tags.map(tag => this.texts(tag)[0]).find(text => text !== undefined);
    }

    /** Ids and hrefs of a tag; a text is a list of ids. */
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

/** What most elements have none of: one list for all. */
const NONE: readonly never[] = [];

/** An element of UML. Its attributes are what the document writes; defaults are those of the readers of this class. */
export class UmlElement {
    owned: UmlElement[] = [];
    applications: readonly StereotypeApplication[] = NONE;
    /** what tools keep beside a diagram */
    extensions: readonly XmlNode[] = NONE;
    private links: [name: string, link: Link][] | undefined;

    /** empty when the document gives none */
    readonly id: string;
    /** without prefix: `Class` */
    readonly metaclass: string;
    /** name of the owning property: `ownedAttribute`; empty at a root */
    readonly role: string;
    readonly owner: UmlElement | undefined;

    /**
     * @param order position in the input, over all documents
     * @param attributes name and value in turn
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

    /** For the reader: nothing is added to what it owns any more; lists give back the room that they hold in advance. */
    seal(): void {
        this.owned = this.owned.slice();
        this.links = this.links?.slice();
    }

    get name(): string {
        return this.value('name') ?? '';
    }

    /** Value of an attribute; its first when it has several. */
    value(name: string): string | undefined {
        const at = this.positionOf(name);
        return at < 0 ? undefined : this.attributes[at + 1];
    }

    values(name: string): string[] {
        return this.attributes.filter((_, i) => i % 2 === 1 && this.attributes[i - 1] === name);
    }

    /** Whether a Boolean attribute is true; false when it is not written. */
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

    /** For the reader: an attribute that a child element holds. */
    addAttribute(name: string, value: string): void {
        this.attributes = [...this.attributes, name, value];
    }

    /** For the reader: a reference that a child element holds. */
    addLink(name: string, link: Link): void {
        (this.links ??= []).push([name, link]);
    }

    /** Owned elements of a role, in document order. */
    ownedAs(...roles: string[]): UmlElement[] {
        return this.owned.filter(e => roles.includes(e.role));
    }

    /** The ends of a reference as written. */
    linksOf(name: string): readonly Link[] {
        const written = this.links?.filter(([role]) => role === name).map(([, link]) => link) ?? NONE;
        const text = this.value(name);
        return text === undefined ? written : [...this.values(name).flatMap(idsOf), ...written];
    }

    /** Elements of the input that a reference ends at: written as ids, or owned in that role. */
    refs(name: string): UmlElement[] {
        return [...this.linksOf(name).flatMap(link => this.model.resolve(link) ?? []), ...this.ownedAs(name)];
    }

    /** The first element of the input that a reference ends at. */
    ref(name: string): UmlElement | undefined {
        return this.refs(name)[0];
    }

    /** Ends of a reference that lie in other resources. */
    externals(name: string): ExternalElement[] {
        return this.linksOf(name).flatMap(link => ('href' in link && this.model.resolve(link) === undefined ? [link] : []));
    }

    /** Ids of a reference that the input does not hold. */
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

/** A shape or line of a diagram, in pixels, y down. */
export interface DrawnSymbol {
    /** id of the element that it stands for; empty for a note, a text, an image */
    readonly elementId: string;
    readonly box: Box | undefined;
    /** way points of a line: x and y in turn */
    readonly points: readonly number[] | undefined;
    /** within the symbol of a line: a position on that line, and no place of its own */
    readonly isOnLine: boolean;
    /** what is pasted there */
    readonly picture?: Picture;
}

/** A picture pasted on a diagram. */
export interface Picture {
    /** id of its symbol */
    readonly id: string;
    /** undefined when the octets of the file do not read */
    readonly bytes: Uint8Array | undefined;
}

/** Something of the input that is no element and has a row of its own: it is not migrated. */
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

/** All documents of one input. */
export class UmlModel {
    /** symbols of diagrams, by the diagram's id, as the tool keeps them: they show elements */
    readonly drawings = new Map<string, readonly DrawnSymbol[]>();
    /** places that a layout file states, by the diagram's id: they win over those of symbols and show nothing */
    readonly layouts = new Map<string, readonly DrawnSymbol[]>();
    /** places of a layout file that do not read, and looks that it states, which no view has */
    readonly unread = { places: 0, looks: 0 };
    readonly roots: UmlElement[] = [];
    /** name of the exporting tool; empty when the documents state none */
    exporter = '';
    /** files of the archive that texts and comments name, by entry and by base name */
    readonly attachments = new Map<string, Uint8Array>();
    readonly strays: Stray[] = [];
    /** names of stereotypes of used projects by their ids, as far as the documents record them */
    readonly stereotypeNames = new Map<string, string>();
    /** notes that a tool keeps beside the model, by the ids of their elements */
    readonly toolNotes = new Map<string, string>();
    /** what the reader met that is worth a line of the report: ids that occur twice, applications without an element */
    readonly notes: string[] = [];
    private readonly byId = new Map<string, UmlElement>();
    /** elements whose id another one had before */
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

    /** The element that a link ends at: by its id, or by the fragment of its href. */
    resolve(link: Link): UmlElement | undefined {
        if ('id' in link) {
            return this.byId.get(link.id);
        }
        const hash = link.href.indexOf('#');
        return hash < 0 ? undefined : this.byId.get(link.href.slice(hash + 1));
    }
}

/** Every element below these, owners first, in document order. */
export function* everyElement(roots: readonly UmlElement[]): Generator<UmlElement> {
    const open = [...roots].reverse();
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
        yield element;
        for (let i = element.owned.length - 1; i >= 0; i--) {
            open.push(element.owned[i]);
        }
    }
}
