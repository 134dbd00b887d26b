/**
 * Writes models in the element form of the standard's schema (contract: conversion 13.2): for each element all properties of its metaclass
 * in alphabetical order, and nothing else. Omits properties that cannot be derived. With UUIDs, as in the standard (KerML 10.4.6), writes
 * only the elements of the model and refers to the library by id (10.4.4), without stubs.
 */
import type { Model } from '../../language/workspace/workspace.js';
import { RULES } from './rules.js';
import { buildWhole, type BuildOptions } from '../builder/build-graph.js';
import type { Builder } from '../builder/builder.js';
import { writeStubs } from '../builder/stubs.js';
import { type Encoded, EncodedText } from '../encoding.js';
import { GraphElement, type Value } from '../graph.js';
import { propertiesOf, type PropertyFacts } from '../metamodel/facts.js';
import { type Wrapping, wrapRoots } from '../json/wrapper.js';
import { beginObject, writeMember } from '../json/writer.js';
import type { CommonEnd } from './common-ends.js';
import { complete } from './completion.js';
import { Derivation, type Values } from './derivation.js';

/** Properties that the standard's schema lacks (contract 13.2). */
const NOT_IN_SCHEMA = new Set(['operand']);

/** The number of bytes after which the text is handed on. */
const CHUNK = 7 << 17;

/**
 * Writes a model with all derived properties.
 * @param handOn takes the text written so far, repeatedly and at the end
 * @returns the builder, which knows the declarations of all elements, including those that are only referred to
 * @throws ConversionError when the graph cannot represent the model
 */
export function writeDerived(model: Model, options: BuildOptions, handOn: (text: EncodedText) => void): Pick<Builder, 'known'> {
    // Builds all documents, because properties of one may depend on another, and selects when writing.
    const { documents = [], ...whole } = options;
    const builder = buildWhole(model, whole, complete);
    const wrapping = wrapRoots(builder.graph);
    const derivation = new Derivation(builder, wrapping, options.idForm === 'uuid', RULES);
    const writer = new Writer(derivation);
    const isSelected = documents.length === 0 ? () => true : selection(documents, wrapping);
    for (const elements of [wrapping.elements, builder.graph.elements]) {
        for (const element of elements) {
            // The list grows while it is written, because properties may request features for snapshots.
            if (element.state === 'written' && isSelected(element) && writer.write(element)) {
                handOn(writer.text);
            }
        }
    }
    if (options.idForm !== 'uuid') {
        writeStubs(builder);
        const stubs = builder.graph.elements.filter(e => e.state === 'stub');
        const explained = documents.length === 0 ? stubs : stubs.filter(e => writer.hasReferredTo(e));
        // The stub of a membership refers to that of its member; the stub of a conjugate to that of the original.
        const all = new Set(explained.flatMap(e => [e, ...e.elements('memberElement'), ...e.elements('originalPortDefinition')]));
        stubs.filter(e => all.has(e)).forEach(e => writer.writeStub(e));
    }
    writer.end();
    handOn(writer.text);
    return builder;
}

/**
 * Makes a test for the elements of some of a model's documents. The owning root, or the root that an element wraps, determines the
 * document.
 */
function selection(documents: readonly string[], { ownerships }: Wrapping): (element: GraphElement) => boolean {
    const wrapped = new Map([...ownerships].flatMap(([root, stated]) => stated.map(([, wrapper]) => [wrapper, root] as const)));
    const known = new Map<GraphElement, boolean>();
    const isOf = (element: GraphElement): boolean => {
        let is = known.get(element);
        if (is === undefined) {
            const owner = wrapped.get(element) ?? OWNERS.map(property => element.element(property)).find(e => e !== undefined);
            is = owner === undefined ? documents.includes(element.text('sysx:sourceDocument') ?? '') : isOf(owner);
            known.set(element, is);
        }
        return is;
    };
    return isOf;
}

/** Properties that refer to the owner, nearest first. */
const OWNERS = ['owningRelationship', 'owningRelatedElement', 'owner'] as const;

/** How to write a property of a metaclass. */
interface Member {
    /** the index among the properties of the metaclass */
    readonly place: number;
    readonly facts: PropertyFacts;
    readonly head: Encoded;
    readonly none: Encoded;
}

/** The encoded common end of a list. */
interface WrittenEnd {
    readonly count: number;
    readonly items: Encoded;
}

class Writer {
    readonly text = new EncodedText();
    private readonly members = new Map<string, readonly Member[]>();
    /** The common ends written so far. Encoded when they occur for the second time. */
    private readonly ends = new Map<CommonEnd, WrittenEnd | 'once'>();
    private readonly open = this.text.keep('[\n      ');
    private readonly close = this.text.keep('\n    ]');
    private readonly openId = this.text.keep('{\n      "@id": ');
    private readonly closeId = this.text.keep('\n    }');
    private separator = '[\n';

    constructor(private readonly derivation: Derivation) {}

    /** Writes an element. @returns whether the text is long enough to be handed on */
    write(element: GraphElement): boolean {
        const { derivation, text } = this;
        this.begin(element);
        for (const { place, facts, head, none } of this.membersOf(element.metaclass)) {
            const values = derivation.valuesAt(element, place);
            if (values === undefined) {
                continue;
            }
            if (values.length === 0) {
                text.copy(none);
            } else {
                this.member(element, facts, head, values);
            }
        }
        text.write('\n  }');
        return text.length > CHUNK;
    }

    /** Writes the stub that explains the id of a library element. */
    writeStub(stub: GraphElement): void {
        this.begin(stub);
        const parts: string[] = [];
        stub.properties.forEach((property, at) => writeMember(parts, stub, property, stub.objectAt(at)));
        this.text.write(`${parts.join('')}\n  }`);
    }

    end(): void {
        this.text.write(this.separator === ',\n' ? '\n]\n' : '[]\n');
    }

    /** Whether the text refers to an element. */
    hasReferredTo({ spelling }: GraphElement): boolean {
        return spelling?.owner === this.text;
    }

    private begin(element: GraphElement): void {
        const parts = [this.separator];
        this.separator = ',\n';
        beginObject(parts, element);
        this.text.write(parts.join(''));
    }

    private member(element: GraphElement, { name, isMany }: PropertyFacts, head: Encoded, values: Values): void {
        const { text } = this;
        if (element.qualifier !== '' || !this.arePlain(values)) {
            const parts: string[] = [];
            values.forEach(value => value instanceof GraphElement && this.reference(value));
            writeMember(parts, element, name, isMany ? values : values[0]);
            text.write(parts.join(''));
            return;
        }
        text.copy(head);
        if (!isMany) {
            const { key, to } = this.reference(values[0]);
            text.copy(this.openId);
            text.copyBytes(key, to - END_OF_ITEM);
            text.copy(this.closeId);
            return;
        }
        text.copy(this.open);
        const end = this.endOf(values);
        const length = values.length - (end?.count ?? 0);
        for (let i = 0; i < length; i++) {
            const { from, to } = this.reference(values[i]);
            text.copyBytes(from + (i === 0 ? BETWEEN.length : 0), to);
        }
        if (end !== undefined) {
            text.copyBytes(end.items.from + (length === 0 ? BETWEEN.length : 0), end.items.to);
        }
        text.copy(this.close);
    }

    /** The encoded common end of a list; undefined if it has none or the end occurs for the first time. */
    private endOf(values: readonly GraphElement[]): WrittenEnd | undefined {
        const end = this.derivation.ends.of(values);
        if (end === undefined) {
            return undefined;
        }
        const known = this.ends.get(end);
        if (known === undefined) {
            this.ends.set(end, 'once');
            return undefined;
        }
        if (known !== 'once') {
            return known;
        }
        const count = end.values.length;
        const items = values.slice(values.length - count).map(value => itemOf(value));
        const written = { count, items: this.text.keep(items.join('')) };
        this.ends.set(end, written);
        return written;
    }

    private arePlain(values: Values): values is readonly GraphElement[] {
        return this.derivation.ends.holds(values, '', some => some.every(isPlainReference));
    }

    /** An element as a further item of an array; `key` is the position of its id. */
    private reference(element: GraphElement): Encoded {
        let { spelling } = element;
        if (spelling?.owner !== this.text) {
            spelling = this.text.keep(itemOf(element), ITEM.length);
            element.spelling = spelling;
        }
        return spelling;
    }

    private membersOf(metaclass: string): readonly Member[] {
        let members = this.members.get(metaclass);
        if (members === undefined) {
            members = [...propertiesOf(metaclass).values()]
                .map((facts, place) => {
                    const head = `,\n    ${JSON.stringify(facts.name)}: `;
                    return { place, facts, head: this.text.keep(head), none: this.text.keep(`${head}${facts.isMany ? '[]' : 'null'}`) };
                })
                .filter(({ facts }) => !NOT_IN_SCHEMA.has(facts.name));
            this.members.set(metaclass, members);
        }
        return members;
    }
}

const BETWEEN = ',\n      ';
const ITEM = `${BETWEEN}{\n        "@id": `;
const END_OF_ITEM = '\n      }'.length;

const itemOf = ({ id }: GraphElement): string => `${ITEM}"${id}"\n      }`;

/** Whether a value is an element that is referred to by its id only. */
function isPlainReference(value: Value): value is GraphElement {
    return value instanceof GraphElement && value.qualifier === '';
}
