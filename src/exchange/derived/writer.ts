/**
 * Writes models in the element form of the standard's schema (contract: conversion 13.2): for each element all properties of its metaclass
 * in alphabetical order, and nothing else. Omits properties that cannot be derived. With UUIDs, as in the standard (KerML 10.4.6), writes
 * no stubs: references to the library are ids (10.4.4).
 */
import type { Model } from '../../language/workspace/workspace.js';
import { RULES } from './rules.js';
import { buildWhole, type BuildOptions } from '../builder/build-graph.js';
import type { Builder } from '../builder/builder.js';
import { writeStubs } from '../builder/stubs.js';
import { Encoded, EncodedText } from '../encoding.js';
import { GraphElement, type Value } from '../graph.js';
import { literalsOf, propertiesOf, type PropertyFacts } from '../metamodel/facts.js';
import { type Wrapping, wrapRoots } from '../json/wrapper.js';
import { beginObject, writeMember } from '../json/writer.js';
import type { CommonEnd } from './common-ends.js';
import { complete } from './completion.js';
import { Derivation, type Values } from './derivation.js';

/** Properties that the standard's schema lacks (contract 13.2). */
const NOT_IN_SCHEMA = new Set(['operand']);

/** The number of bytes from which the text is passed on. */
const CHUNK = 7 << 17;

/**
 * Writes a model with all derived properties.
 * @param handOn takes the text written so far, repeatedly and at the end
 * @returns the builder, which knows the declarations of all elements, including those that are only referred to
 * @throws ConversionError when the graph cannot represent the model
 */
export function writeDerived(model: Model, options: BuildOptions, handOn: (text: EncodedText) => void): Pick<Builder, 'known'> {
    // Builds all documents, because properties of one document may depend on another document; writes only the selected ones.
    const { documents = [], ...whole } = options;
    const builder = buildWhole(model, whole, complete);
    const wrapping = wrapRoots(builder.graph);
    const derivation = new Derivation(builder, wrapping, options.idForm === 'uuid', RULES);
    const writer = new Writer(derivation);
    const isSelected = documents.length === 0 ? () => true : selection(documents, wrapping);
    for (const elements of [wrapping.elements, builder.graph.elements]) {
        for (const element of elements) {
            // The list may grow during the loop: the derivation of properties adds features for snapshots.
            if (element.state === 'written' && isSelected(element) && writer.write(element)) {
                handOn(writer.text);
            }
        }
    }
    if (options.idForm !== 'uuid') {
        writeStubs(builder);
        const stubs = builder.graph.elements.filter(e => e.state === 'stub');
        const explained = documents.length === 0 ? stubs : stubs.filter(e => writer.hasReferredTo(e));
        // The stub of a membership refers to the stub of its member, and the stub of a conjugate to the stub of the original.
        const all = new Set(explained.flatMap(e => [e, ...e.elements('memberElement'), ...e.elements('originalPortDefinition')]));
        stubs.filter(e => all.has(e)).forEach(e => writer.writeStub(e));
    }
    writer.finish();
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

/** The encoded texts for a property of a metaclass. */
interface Member {
    /** the index among the properties of the metaclass */
    readonly place: number;
    readonly facts: PropertyFacts;
    readonly head: Encoded;
    readonly none: Encoded;
    /** the encoded member for each value that is a flag or a literal of an enumeration */
    readonly words: Map<Value, Encoded>;
}

class Writer {
    readonly text = new EncodedText();
    private readonly members = new Map<string, readonly Member[]>();
    /** The common ends written so far. Their encoded text is kept when they occur for the second time. */
    private readonly ends = new Map<CommonEnd, Encoded | 'once'>();
    private readonly open = this.text.keep('[\n      ');
    private readonly between = this.text.keep(BETWEEN);
    private readonly close = this.text.keep('\n    ]');
    private readonly openId = this.text.keep('{\n      "@id": ');
    private readonly closeId = this.text.keep('\n    }');
    private separator = '[\n';

    constructor(private readonly derivation: Derivation) {}

    /** Writes an element. @returns whether the text is long enough to be passed on */
    write(element: GraphElement): boolean {
        const { derivation, text } = this;
        this.begin(element);
        for (const member of this.membersOf(element.metaclass)) {
            const values = derivation.valuesAt(element, member.place);
            if (values === undefined) {
                continue;
            }
            if (values.length === 0) {
                text.copy(member.none);
            } else {
                const word = member.facts.isMany ? undefined : this.wordOf(element, member, values[0]);
                if (word !== undefined) {
                    text.copy(word);
                } else {
                    this.member(element, member, values);
                }
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

    finish(): void {
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

    /** The encoded member for a flag or a word of an enumeration; undefined for another value. */
    private wordOf(element: GraphElement, { facts, words }: Member, value: Value): Encoded | undefined {
        if (typeof value !== 'boolean' && !(typeof value === 'string' && literalsOf(facts.type)?.includes(value))) {
            return undefined;
        }
        let word = words.get(value);
        if (word === undefined) {
            const parts: string[] = [];
            writeMember(parts, element, facts.name, value);
            words.set(value, (word = this.text.keep(parts.join(''))));
        }
        return word;
    }

    private member(element: GraphElement, { facts: { name, isMany }, head }: Member, values: Values): void {
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
        const end = this.derivation.ends.of(values);
        const front = values.length - (end?.values.length ?? 0);
        this.items(values, front);
        if (end !== undefined) {
            this.end(end, front);
        }
        text.copy(this.close);
    }

    /** Writes the first items of a list. */
    private items(values: readonly GraphElement[], count: number): void {
        for (let i = 0; i < count; i++) {
            const item = this.reference(values[i]);
            this.text.copyBytes(item.from + (i === 0 ? BETWEEN.length : 0), item.to);
        }
    }

    /**
     * Writes the common end of a list; keeps its text when it is written for the second time. @param front the number of preceding items
     */
    private end(end: CommonEnd, front: number): void {
        const { text, ends } = this;
        const known = ends.get(end);
        if (front > 0) {
            text.copy(this.between);
        }
        if (known instanceof Encoded) {
            text.copy(known);
            return;
        }
        const start = text.length;
        const values = end.values.filter(isPlainReference);
        this.items(values, values.length);
        ends.set(end, known === undefined ? 'once' : text.keepWritten(start));
    }

    private arePlain(values: Values): values is readonly GraphElement[] {
        return this.derivation.ends.holds(values, '', some => some.every(isPlainReference));
    }

    /** The encoded reference to an element, as an item of an array that follows another item; `key` is the position of its id. */
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
                    const none = this.text.keep(`${head}${facts.isMany ? '[]' : 'null'}`);
                    return { place, facts, head: this.text.keep(head), none, words: new Map<Value, Encoded>() };
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

/** Whether a value is an element to which the text refers by its id only. */
function isPlainReference(value: Value): value is GraphElement {
    return value instanceof GraphElement && value.qualifier === '';
}
