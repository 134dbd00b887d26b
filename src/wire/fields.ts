/**
 * The fields of messages by the names of their descriptors: what a field holds follows from its descriptor, which no type says. Whoever
 * walks messages by descriptors asks here.
 */

/** A message as those see it who know its fields by descriptors. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a repeated field. */
export const listIn = (message: Fields, name: string): readonly unknown[] => message[name] as readonly unknown[];

/** The value of a map field. */
export const mapIn = (message: Fields, name: string): Fields => message[name] as Fields;

/** The chosen field of a oneof, if there is one. */
export const oneofIn = (message: Fields, name: string): { readonly case?: string; readonly value?: unknown } =>
    message[name] as { readonly case?: string; readonly value?: unknown };
