/** Typed access to the fields of messages by the names of their descriptors, for code that traverses messages by descriptor. */

/** A message as a record of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a repeated field. */
export const listIn = (message: Fields, name: string): readonly unknown[] => message[name] as readonly unknown[];

/** The value of a map field. */
export const mapIn = (message: Fields, name: string): Fields => message[name] as Fields;

/** The selected field of a oneof; an empty object if none is set. */
export const oneofIn = (message: Fields, name: string): { readonly case?: string; readonly value?: unknown } =>
    message[name] as { readonly case?: string; readonly value?: unknown };
