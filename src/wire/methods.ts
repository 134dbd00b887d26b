// The procedures with their names, indexes and message types, from the generated descriptor.

import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { SysMLService } from './generated/sysml_pb.js';

export const SERVICE_NAME = SysMLService.typeName;

type Descriptors = typeof SysMLService.method;
type Capitalized<K> = K extends string ? Capitalize<K> : never;

/** The name of a procedure as in its path, for example `Evaluate`. */
export type MethodName = Capitalized<keyof Descriptors>;
export type RequestOf<M extends MethodName> = MessageShape<Descriptors[Uncapitalize<M> & keyof Descriptors]['input']>;
export type ResponseOf<M extends MethodName> = MessageShape<Descriptors[Uncapitalize<M> & keyof Descriptors]['output']>;

export interface Method {
    readonly name: MethodName;
    /** index in {@link METHODS}, which identifies the procedure between threads */
    readonly index: number;
    readonly input: DescMessage;
    readonly output: DescMessage;
    /** number of the request field with the model hash; 0 if there is none */
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

/** The procedure with this name; undefined for an unknown name. */
export function methodNamed(name: string): Method | undefined {
    return byName.get(name);
}
