// Reads the subset of proto3 that the files under proto/ use into a FileDescriptorProto, so that a build needs no protoc.
// The subset: package, message (fields, optional, repeated, map, oneof, reserved, the option `deprecated`), enum, service.
// Anything else is a syntax error with file and line; it must know nothing of what the messages mean.

import { create } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

const SCALARS = {
    double: 1,
    float: 2,
    int64: 3,
    uint64: 4,
    int32: 5,
    fixed64: 6,
    fixed32: 7,
    bool: 8,
    string: 9,
    bytes: 12,
    uint32: 13,
    sfixed32: 15,
    sfixed64: 16,
    sint32: 17,
    sint64: 18
};
const TYPE_MESSAGE = 11;
const TYPE_ENUM = 14;
const LABEL_OPTIONAL = 1;
const LABEL_REPEATED = 3;

/** lowerCamelCase of a snake_case field name: the JSON name. */
export function jsonName(name) {
    return name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

/** CamelCase of a field name followed by `Entry`: the name protoc gives a map field's entry message. */
function mapEntryName(name) {
    return name.replace(/(^|_)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase()) + 'Entry';
}

function tokenize(text, file) {
    const tokens = [];
    const pattern =
        /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|("(?:[^"\\\n]|\\.)*")|([A-Za-z_][\w.]*|\.[A-Za-z_][\w.]*)|(-?\d+)|([{}()[\]<>=;,])|([\s\S])/g;
    let line = 1;
    for (const match of text.matchAll(pattern)) {
        if (match[5] !== undefined) {
            throw new SyntaxError(`${file}:${line}: unexpected '${match[5]}'`);
        }
        if (match[1] ?? match[2] ?? match[3] ?? match[4]) {
            tokens.push({ text: match[0], line });
        }
        line += match[0].split('\n').length - 1;
    }
    return tokens;
}

class Parser {
    constructor(text, file) {
        this.file = file;
        this.tokens = tokenize(text, file);
        this.position = 0;
    }

    peek() {
        return this.tokens[this.position]?.text;
    }

    next() {
        const token = this.tokens[this.position++];
        if (!token) {
            throw new SyntaxError(`${this.file}: unexpected end of file`);
        }
        return token.text;
    }

    fail(message) {
        throw new SyntaxError(`${this.file}:${this.tokens[this.position - 1]?.line}: ${message}`);
    }

    expect(text) {
        const token = this.next();
        if (token !== text) {
            this.fail(`expected '${text}', found '${token}'`);
        }
    }

    accept(text) {
        if (this.peek() === text) {
            this.position++;
            return true;
        }
        return false;
    }

    string() {
        return JSON.parse(this.next());
    }

    number() {
        const token = this.next();
        return /^-?\d+$/.test(token) ? Number(token) : this.fail(`expected a number, found '${token}'`);
    }

    parseFile() {
        const file = { name: this.file, syntax: 'proto3', package: '', dependency: [], messageType: [], enumType: [], service: [] };
        while (this.peek() !== undefined) {
            const word = this.next();
            if (word === 'syntax') {
                this.expect('=');
                if (this.string() !== 'proto3') {
                    this.fail('only proto3 is read');
                }
                this.expect(';');
            } else if (word === 'package') {
                file.package = this.next();
                this.expect(';');
            } else if (word === 'import') {
                file.dependency.push(this.string());
                this.expect(';');
            } else if (word === 'message') {
                file.messageType.push(this.parseMessage());
            } else if (word === 'enum') {
                file.enumType.push(this.parseEnum());
            } else if (word === 'service') {
                file.service.push(this.parseService());
            } else {
                this.fail(`unexpected '${word}'`);
            }
        }
        return file;
    }

    parseMessage() {
        const message = { name: this.next(), field: [], nestedType: [], oneofDecl: [], reservedRange: [], reservedName: [] };
        const optional = [];
        this.expect('{');
        while (!this.accept('}')) {
            if (this.accept('reserved')) {
                this.parseReserved(message);
            } else if (this.accept('oneof')) {
                const oneofIndex = message.oneofDecl.push({ name: this.next() }) - 1;
                this.expect('{');
                while (!this.accept('}')) {
                    message.field.push({ ...this.parseField(this.next(), LABEL_OPTIONAL), oneofIndex });
                }
            } else if (this.accept('map')) {
                this.parseMap(message);
            } else if (this.accept('optional')) {
                const field = { ...this.parseField(this.next(), LABEL_OPTIONAL), proto3Optional: true };
                message.field.push(field);
                optional.push(field);
            } else if (this.accept('repeated')) {
                message.field.push(this.parseField(this.next(), LABEL_REPEATED));
            } else {
                message.field.push(this.parseField(this.next(), LABEL_OPTIONAL));
            }
        }
        // A field with presence is the one member of a oneof of its own; these come after the written ones.
        for (const field of optional) {
            field.oneofIndex = message.oneofDecl.push({ name: `_${field.name}` }) - 1;
        }
        return message;
    }

    parseReserved(message) {
        do {
            if (this.peek()?.startsWith('"')) {
                message.reservedName.push(this.string());
            } else {
                const start = this.number();
                message.reservedRange.push({ start, end: start + 1 });
            }
        } while (this.accept(','));
        this.expect(';');
    }

    parseMap(message) {
        this.expect('<');
        const keyType = this.next();
        this.expect(',');
        const valueType = this.next();
        this.expect('>');
        const field = this.parseField(mapEntryName(this.peek()), LABEL_REPEATED);
        const entry = (name, number, type) => ({ name, number, label: LABEL_OPTIONAL, jsonName: name, ...typeOf(type) });
        message.nestedType.push({
            name: field.typeName,
            field: [entry('key', 1, keyType), entry('value', 2, valueType)],
            options: { mapEntry: true }
        });
        message.field.push({ ...field, typeName: `${message.name}.${field.typeName}`, type: TYPE_MESSAGE });
    }

    parseField(typeName, label) {
        const name = this.next();
        this.expect('=');
        const number = this.number();
        const field = { name, number, label, jsonName: jsonName(name), ...typeOf(typeName) };
        if (this.accept('[')) {
            this.expect('deprecated');
            this.expect('=');
            this.expect('true');
            this.expect(']');
            field.options = { deprecated: true };
        }
        this.expect(';');
        return field;
    }

    parseEnum() {
        const declaration = { name: this.next(), value: [] };
        this.expect('{');
        while (!this.accept('}')) {
            const name = this.next();
            this.expect('=');
            declaration.value.push({ name, number: this.number() });
            this.expect(';');
        }
        return declaration;
    }

    parseService() {
        const service = { name: this.next(), method: [] };
        this.expect('{');
        while (!this.accept('}')) {
            this.expect('rpc');
            const method = { name: this.next() };
            this.expect('(');
            method.clientStreaming = this.accept('stream');
            method.inputType = this.next();
            this.expect(')');
            this.expect('returns');
            this.expect('(');
            method.serverStreaming = this.accept('stream');
            method.outputType = this.next();
            this.expect(')');
            this.expect(';');
            service.method.push(method);
        }
        return service;
    }
}

function typeOf(name) {
    return name in SCALARS ? { type: SCALARS[name] } : { typeName: name };
}

/** Makes type names absolute and tells enums from messages; every file is self-contained, so nothing else is in scope. */
function resolve(file, name) {
    const prefix = `.${file.package}.`;
    const enums = new Set(file.enumType.map(declaration => declaration.name));
    const messages = new Set(
        file.messageType.flatMap(message => [message.name, ...message.nestedType.map(nested => `${message.name}.${nested.name}`)])
    );
    const known = type => {
        if (!messages.has(type) && !enums.has(type)) {
            throw new SyntaxError(`${name}: unknown type '${type}'`);
        }
        return prefix + type;
    };
    const field = declared =>
        declared.typeName === undefined
            ? declared
            : { ...declared, type: enums.has(declared.typeName) ? TYPE_ENUM : TYPE_MESSAGE, typeName: known(declared.typeName) };
    const message = declared => ({ ...declared, field: declared.field.map(field), nestedType: (declared.nestedType ?? []).map(message) });
    return {
        ...file,
        messageType: file.messageType.map(message),
        service: file.service.map(service => ({
            ...service,
            method: service.method.map(method => ({ ...method, inputType: known(method.inputType), outputType: known(method.outputType) }))
        }))
    };
}

/**
 * The descriptor of one .proto text.
 * @param {string} text the file's content
 * @param {string} name the file's name as reflection answers it, for example `sysml.proto`
 * @throws {SyntaxError} naming file and line
 */
export function parseProto(text, name) {
    return create(FileDescriptorProtoSchema, resolve(new Parser(text, name).parseFile(), name));
}
