/**
 * A streaming XML parser. It rejects document type declarations and all entities except the five predefined ones, and it loads no external
 * resources.
 */
import { SaxesParser } from 'saxes';
import { textOf } from './decoding.js';
import { MigrationError } from './failure.js';
import { LIMITS } from './limits.js';

/** An XML tag. Its namespace is resolved from its prefix. */
export interface Tag {
    readonly name: string;
    /** empty without a namespace */
    readonly namespace: string;
    /** attributes as written, by name with prefix */
    readonly attributes: Readonly<Record<string, string>>;
    /** returns the namespace of a prefix in this tag's scope; empty for an undeclared prefix */
    namespaceOf(prefix: string): string;
}

export interface XmlHandler {
    open(tag: Tag): void;
    text(text: string): void;
    close(): void;
}

/** Splits a name into prefix and local part. */
export function splitName(name: string): [prefix: string, local: string] {
    const colon = name.indexOf(':');
    return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** @throws MigrationError for text that is not well-formed XML, has a document type declaration, or is nested too deeply */
export function parseXml(bytes: Uint8Array, handler: XmlHandler, checkCancelled: () => void): void {
    const parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true });
    const scopes = new Scopes();
    let depth = 0;
    parser.on('error', error => {
        throw new MigrationError(`not well-formed XML: ${error.message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ')}`);
    });
    parser.on('doctype', declaration => {
        const isXmi = /^\s*XMI\s/.test(declaration); // XMI 1 alone has document types
        const what = isXmi ? ': this is XMI 1, the format of UML 1: export the model as XMI 2.1 or later, in UML 2' : '';
        throw new MigrationError(`document type declarations are not accepted${what}`);
    });
    parser.on('opentag', ({ name, attributes }) => {
        if (++depth > LIMITS.depth) {
            throw new MigrationError(`elements are nested more than ${LIMITS.depth} deep`);
        }
        scopes.open(attributes);
        const [prefix, local] = splitName(name);
        handler.open({ name: local, namespace: scopes.namespaceOf(prefix), attributes, namespaceOf: p => scopes.namespaceOf(p) });
    });
    parser.on('closetag', () => {
        depth--;
        scopes.close();
        handler.close();
    });
    parser.on('text', text => handler.text(text));
    parser.on('cdata', text => handler.text(text));
    for (const piece of textOf(bytes)) {
        checkCancelled();
        parser.write(piece);
    }
    parser.close();
}

/** Resolves prefixes to namespaces. A declaration is in scope within its element. */
class Scopes {
    private readonly declared: (Map<string, string> | undefined)[] = [];
    private readonly cache = new Map<string, string>();

    open(attributes: Readonly<Record<string, string>>): void {
        let own: Map<string, string> | undefined;
        for (const name in attributes) {
            if (name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')) {
                (own ??= new Map()).set(name.slice(6), attributes[name]);
            }
        }
        this.declared.push(own);
        if (own !== undefined) {
            this.cache.clear();
        }
    }

    close(): void {
        if (this.declared.pop() !== undefined) {
            this.cache.clear();
        }
    }

    namespaceOf(prefix: string): string {
        let found = this.cache.get(prefix);
        if (found === undefined) {
            found = '';
            for (let i = this.declared.length - 1; i >= 0 && found === ''; i--) {
                found = this.declared[i]?.get(prefix) ?? '';
            }
            this.cache.set(prefix, found);
        }
        return found;
    }
}
