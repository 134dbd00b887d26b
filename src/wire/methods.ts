// The procedures by name, index and message types, read from the generated descriptor. Knows no operation.

import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { SysMLService } from './generated/sysml_pb.js';

export const SERVICE_NAME = SysMLService.typeName;

type Descriptors = typeof SysMLService.method;
type Capitalized<K> = K extends string ? Capitalize<K> : never;

/** A procedure's name as it stands in its path, for example `Evaluate`. */
export type MethodName = Capitalized<keyof Descriptors>;
export type RequestOf<M extends MethodName> = MessageShape<Descriptors[Uncapitalize<M> & keyof Descriptors]['input']>;
export type ResponseOf<M extends MethodName> = MessageShape<Descriptors[Uncapitalize<M> & keyof Descriptors]['output']>;

export interface Method {
    readonly name: MethodName;
    /** position in {@link METHODS}: how a procedure is named between threads */
    readonly index: number;
    readonly input: DescMessage;
    readonly output: DescMessage;
    /** number of the request's field that names the model; 0 when it names none */
    readonly modelHashField: number;
}

export const METHODS: readonly Method[] = SysMLService.methods.map((method, index) => ({
    name: method.name as MethodName,
    index,
    input: method.input,
    output: method.output,
    modelHashField: method.input.fields.find(field => field.name === 'model_hash')?.number ?? 0
}));

const byName = new Map<string, Method>(METHODS.map(method => [method.name, method]));

/** The procedure of that name; undefined for a name the contract does not have. */
export function methodNamed(name: string): Method | undefined {
    return byName.get(name);
}
