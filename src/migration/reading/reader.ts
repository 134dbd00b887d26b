/** Builds UML elements from XML events (contract: migration 2.2, 2.3, 2.5). Does not depend on archives or v2. */
import { StereotypeApplication, UmlElement, type Link, type UmlModel, type XmlNode } from '../uml-model.js';
import { ForeignDocument } from './failure.js';
import { isSchemaInstance, isUml, isXmi } from './namespaces.js';
import { KeptTexts } from './kept-texts.js';
import { METACLASS_OF_ROLE } from './roles.js';
import { ToolCode } from './tool-code.js';
import { parseXml, splitName, type Tag, type XmlHandler } from './xml.js';

/** The role of an open XML tag. */
type Frame =
    | { readonly kind: 'root' | 'ignored' }
    /** of: id of the element that this tool data describes */
    | { readonly kind: 'tool'; readonly of: string }
    | { readonly kind: 'documentation' }
    | { readonly kind: 'exporter'; text: string }
    | { readonly kind: 'element'; readonly element: UmlElement }
    | { readonly kind: 'value'; readonly element: UmlElement; readonly name: string; text: string; link: Link | undefined }
    | { readonly kind: 'path'; readonly value: ValueFrame }
    | { readonly kind: 'application'; readonly application: StereotypeApplication; readonly tags: [string, string | Link][] }
    | { readonly kind: 'tag'; readonly tags: [string, string | Link][]; readonly name: string; text: string; link: Link | undefined }
    | { readonly kind: 'extension'; readonly node: XmlNode; readonly element: UmlElement | undefined };

type ValueFrame = Extract<Frame, { kind: 'value' | 'tag' }>;

/** A stereotype application with its base elements, which may appear later in the document. */
interface PendingApplication {
    readonly application: StereotypeApplication;
    readonly bases: Link[];
}

const ROOTS = new Set(['Model', 'Package', 'Profile']);
/** Elements other than packages that may appear at the root of a document and are ignored. */
const NOTHING = new Set(['Documentation', 'Extension', 'Difference', 'Add', 'Delete', 'Replace']);
/** Kinds of elements for which Enterprise Architect stores notes, each identified by its own id. */
const NOTED = new Set(['element', 'attribute', 'operation', 'connector']);
/** Elements in a tool's extension that belong to the model (contract: migration 2.5). */
const ADOPTED = new Set(['Diagram', 'ElementValue']);

/** Reads documents, one after another, into a model. */
export class DocumentReader {
    private readonly pending: PendingApplication[] = [];
    private readonly texts = new KeptTexts();
    private readonly code = new ToolCode();
    private order = 0;
    private events: Events | undefined;

    constructor(private readonly model: UmlModel) {}

    /** Whether the root element of the last document was read and is that of a model. */
    get isInDocument(): boolean {
        return this.events?.hasRoot === true;
    }

    /**
     * Adds the root elements of a document.
     * @throws MigrationError for text that is not well-formed XML, or not an XMI or UML document
     */
    read(bytes: Uint8Array, checkCancelled: () => void): void {
        this.events = new Events(this.model, this.pending, this.texts, this.code, () => this.nextOrder());
        parseXml(bytes, this.events, checkCancelled);
    }

    /** Returns the position of the next element in the input. */
    nextOrder(): number {
        return this.order++;
    }

    /** Attaches the stereotype applications to their elements. Must be called after all documents are read. */
    finish(): void {
        this.code.attach(this.model);
        for (const { application, bases } of this.pending) {
            const elements = new Set(bases.flatMap(base => this.model.resolve(base) ?? [])); // one base for each extended metaclass
            for (const element of elements) {
                element.applications = [...element.applications, application];
            }
            if (elements.size === 0) {
                this.model.notes.push(`an application of «${application.name}» names no element of the input`);
            }
        }
    }
}

class Events implements XmlHandler {
    hasRoot = false;
    private readonly frames: Frame[] = [];

    constructor(
        private readonly model: UmlModel,
        private readonly pending: PendingApplication[],
        private readonly texts: KeptTexts,
        private readonly code: ToolCode,
        private readonly nextOrder: () => number
    ) {}

    open(tag: Tag): void {
        const outer = this.frames.at(-1);
        this.frames.push(outer === undefined ? this.root(tag) : this.frameIn(outer, tag));
        this.hasRoot = true;
    }

    text(text: string): void {
        const frame = this.frames.at(-1);
        if (frame === undefined) {
            return;
        }
        if (frame.kind === 'value' || frame.kind === 'tag' || frame.kind === 'exporter') {
            frame.text += text;
        } else if (frame.kind === 'extension') {
            frame.node.text += text;
        }
    }

    close(): void {
        const frame = this.frames.pop()!;
        switch (frame.kind) {
            case 'element':
                frame.element.seal();
                break;
            case 'value':
                this.closeValue(frame);
                break;
            case 'tag':
                frame.tags.push([this.texts.kept(frame.name), frame.link ?? this.texts.kept(frame.text)]);
                break;
            case 'exporter':
                this.model.exporter ||= frame.text.trim();
                break;
            case 'application':
                this.finishApplication(frame.application);
                break;
        }
    }

    /** Handles the root tag: the XMI envelope, or a package without an envelope. */
    private root(tag: Tag): Frame {
        if (isXmi(tag.namespace) && tag.name === 'XMI') {
            return { kind: 'root' };
        }
        if (isUml(tag.namespace) && ROOTS.has(tag.name)) {
            return this.elementFrame(tag, tag.name, '', undefined);
        }
        const what = knownAs(tag);
        throw new ForeignDocument(`not an XMI document: expected an xmi:XMI or uml:Model root element${what === '' ? '' : `; ${what}`}`);
    }

    private frameIn(outer: Frame, tag: Tag): Frame {
        switch (outer.kind) {
            case 'root':
                return this.inEnvelope(tag);
            case 'documentation':
                return tag.name === 'exporter' ? { kind: 'exporter', text: '' } : { kind: 'ignored' };
            case 'element':
                return this.inElement(outer.element, tag);
            case 'value':
            case 'tag':
                return isXmi(tag.namespace) || tag.name === 'Extension' ? { kind: 'path', value: outer } : this.inValue(outer, tag);
            case 'path':
                return this.inPath(outer.value, tag);
            case 'application':
                return { kind: 'tag', tags: outer.tags, name: tag.name, text: tag.attributes.value ?? '', link: linkOf(tag) };
            case 'extension':
                return this.inExtension(outer, tag);
            case 'tool':
                return this.inToolData(outer.of, tag);
            default:
                return { kind: 'ignored' };
        }
    }

    private inEnvelope(tag: Tag): Frame {
        if (isXmi(tag.namespace)) {
            if (tag.name === 'Documentation') {
                this.model.exporter ||= tag.attributes.exporter ?? '';
                return { kind: 'documentation' };
            }
            return tag.name === 'Extension' ? { kind: 'tool', of: '' } : { kind: 'ignored' };
        }
        const metaclass = metaclassOf(tag) ?? (isUml(tag.namespace) ? tag.name : undefined);
        if (metaclass !== undefined && !hasBase(tag)) {
            return this.elementFrame(tag, metaclass, '', undefined);
        }
        return NOTHING.has(tag.name) || tag.namespace === '' ? { kind: 'ignored' } : this.applicationFrame(tag);
    }

    /**
     * Reads three kinds of tool data and ignores the rest: names of stereotypes of used projects, and notes and code of Enterprise
     * Architect.
     */
    private inToolData(of: string, tag: Tag): Frame {
        const { name, attributes } = tag;
        const note = name === 'properties' ? attributes.documentation : name === 'documentation' ? attributes.value : undefined;
        if (of !== '' && note !== undefined && note.trim() !== '' && !this.model.toolNotes.has(of)) {
            this.model.toolNotes.set(of, note);
        }
        if (name === 'behaviour' || name === 'code') {
            this.code.read(of, name, attributes);
        }
        const id = attributes.stereotypeHREF?.replace(/^.*#/, '');
        if (name === 'stereotype' && id !== undefined) {
            this.model.stereotypeNames.set(id, splitName(attributes.name ?? '')[1]);
        }
        return { kind: 'tool', of: NOTED.has(name) ? (attributeOf(tag, 'idref') ?? '') : '' };
    }

    private applicationFrame(tag: Tag): Frame {
        const tags: [string, string | Link][] = [];
        for (const name in tag.attributes) {
            const [prefix, local] = splitName(name);
            const isTag = prefix === '' ? name !== 'xmlns' : !NO_TAGS.has(prefix) && !isOfDocument(tag.namespaceOf(prefix));
            if (isTag) {
                tags.push([this.texts.kept(local), this.texts.kept(tag.attributes[name])]);
            }
        }
        return { kind: 'application', application: new StereotypeApplication(this.texts.kept(tag.name), tag.namespace, tags), tags };
    }

    private finishApplication(application: StereotypeApplication): void {
        const names = new Set(application.tags.map(([name]) => name).filter(name => name.startsWith('base_')));
        const bases = [...names].flatMap(name => application.links(name));
        const tags = application.tags.filter(([name]) => !names.has(name));
        this.pending.push({ application: new StereotypeApplication(application.name, application.namespace, tags), bases });
    }

    private inElement(element: UmlElement, tag: Tag): Frame {
        if (tag.name === 'Extension' && isXmi(tag.namespace)) {
            const node = nodeOf(tag);
            if (element.metaclass === 'Diagram') {
                element.extensions = [...element.extensions, node];
            }
            return { kind: 'extension', node, element };
        }
        if (tag.name === 'eAnnotations') {
            return { kind: 'ignored' };
        }
        if (hasBase(tag) && !isUml(tag.namespace) && metaclassOf(tag) === undefined) {
            return this.applicationFrame(tag); // Enterprise Architect writes stereotype applications inside the model
        }
        const link = linkOf(tag);
        const metaclass = link === undefined ? (metaclassOf(tag) ?? this.metaclassByRole(tag)) : undefined;
        if (metaclass !== undefined) {
            return this.elementFrame(tag, metaclass, tag.name, element);
        }
        return { kind: 'value', element, name: tag.name, text: '', link };
    }

    private metaclassByRole(tag: Tag): string | undefined {
        const hasId = attributeOf(tag, 'id') !== undefined;
        return hasId && Object.hasOwn(METACLASS_OF_ROLE, tag.name) ? METACLASS_OF_ROLE[tag.name] : undefined;
    }

    private inValue(value: ValueFrame, tag: Tag): Frame {
        const link = linkOf(tag);
        value.link ??= link;
        return { kind: 'ignored' };
    }

    /** Reads the qualified name of the referenced element, which MagicDraw stores beside an href. */
    private inPath(value: ValueFrame, tag: Tag): Frame {
        const path = tag.attributes.referentPath;
        if (path !== undefined && value.link !== undefined && 'href' in value.link) {
            const metaclass = tag.attributes.referentType ?? value.link.metaclass;
            value.link = { href: value.link.href, path, metaclass: this.texts.kept(metaclass) };
        }
        return { kind: 'ignored' };
    }

    private inExtension(outer: Extract<Frame, { kind: 'extension' }>, tag: Tag): Frame {
        const metaclass = metaclassOf(tag);
        if (metaclass !== undefined && ADOPTED.has(metaclass) && outer.element !== undefined && attributeOf(tag, 'id') !== undefined) {
            return this.elementFrame(tag, metaclass, tag.name, outer.element);
        }
        const node = nodeOf(tag);
        if (outer.element?.metaclass === 'Diagram') {
            outer.node.children.push(node); // other tool data is not kept
        }
        return { kind: 'extension', node, element: metaclass === undefined ? outer.element : undefined };
    }

    private elementFrame(tag: Tag, metaclass: string, role: string, owner: UmlElement | undefined): Frame {
        const attributes: string[] = [];
        for (const name in tag.attributes) {
            const isPlain = !name.includes(':') && name !== 'xmlns';
            if (isPlain) {
                attributes.push(this.texts.kept(name), this.texts.kept(tag.attributes[name]));
            }
        }
        const id = this.texts.kept(attributeOf(tag, 'id') ?? '');
        const kind = { id, metaclass: this.texts.kept(metaclass), role: this.texts.kept(role), owner };
        const element = new UmlElement(this.model, this.nextOrder(), kind, attributes.slice());
        this.model.add(element);
        if (owner === undefined) {
            this.model.roots.push(element);
        } else {
            owner.addOwned(element);
        }
        return { kind: 'element', element };
    }

    private closeValue({ element, name, text, link }: Extract<Frame, { kind: 'value' }>): void {
        const kept = this.texts.kept(name);
        if (link !== undefined) {
            element.addLink(kept, 'id' in link ? { id: this.texts.kept(link.id) } : this.texts.keptExternal(link));
        } else {
            element.addAttribute(kept, this.texts.kept(text));
        }
    }
}

/** Names the kind of a document that cannot be read, and the command or export that helps; empty for an unknown kind. */
function knownAs({ name, namespace, attributes }: Tag): string {
    const version = attributes['xmi.version'];
    if (version !== undefined) {
        return `this is XMI ${version}, the format of UML 1: export the model as XMI 2.1 or later, in UML 2`;
    }
    if (/^https?:\/\/www\.omg\.org\/spec\/(SysML|KerML)\/20(2[3-9]|[3-9]\d)/.test(namespace)) {
        return 'this is a model of SysML v2, which is converted, not migrated';
    }
    if (namespace.includes('/capella/')) {
        return 'this is a model of Capella, which is neither UML nor SysML v1';
    }
    return namespace === 'http://www.eclipse.org/emf/2002/Ecore' && name === 'EPackage' ? 'this is a metamodel of Ecore' : '';
}

function nodeOf(tag: Tag): XmlNode {
    return { name: tag.name, attributes: tag.attributes, children: [], text: '' };
}

/** Prefixes of XML itself: no tags of a stereotype. */
const NO_TAGS = new Set(['xmlns', 'xml']);
const isOfDocument = (namespace: string): boolean => isXmi(namespace) || isSchemaInstance(namespace);

/** Returns the value of an attribute in a namespace, by default that of XMI, regardless of its prefix. */
function attributeOf(tag: Tag, local: string, isIn = isXmi): string | undefined {
    for (const name in tag.attributes) {
        if (name.endsWith(`:${local}`) && isIn(tag.namespaceOf(name.slice(0, -local.length - 1)))) {
            return tag.attributes[name];
        }
    }
    return undefined;
}

/** Returns the metaclass that `xmi:type` or `xsi:type` of a tag names. */
function metaclassOf(tag: Tag): string | undefined {
    const type = attributeOf(tag, 'type') ?? attributeOf(tag, 'type', isSchemaInstance) ?? tag.attributes['xsi:type'];
    if (type === undefined) {
        return undefined;
    }
    const [prefix, local] = splitName(type);
    return prefix === 'uml' || isUml(tag.namespaceOf(prefix)) ? local : undefined;
}

function hasBase(tag: Tag): boolean {
    return Object.keys(tag.attributes).some(name => name.startsWith('base_'));
}

/** Returns the reference that a tag represents; undefined for a tag that contains a value or an element. */
function linkOf(tag: Tag): Link | undefined {
    const id = attributeOf(tag, 'idref');
    if (id !== undefined) {
        return { id };
    }
    const href = tag.attributes.href;
    if (href === undefined) {
        return undefined;
    }
    return href.startsWith('#') ? { id: href.slice(1) } : { href, path: '', metaclass: metaclassOf(tag) ?? '' };
}
