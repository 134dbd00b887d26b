// The status codes of the contract in their three forms, and the exception that carries one. Does not depend on transports.

/** Status numbers of gRPC. */
export const Code = {
    ok: 0,
    canceled: 1,
    unknown: 2,
    invalidArgument: 3,
    deadlineExceeded: 4,
    notFound: 5,
    alreadyExists: 6,
    permissionDenied: 7,
    resourceExhausted: 8,
    failedPrecondition: 9,
    aborted: 10,
    outOfRange: 11,
    unimplemented: 12,
    internal: 13,
    unavailable: 14,
    dataLoss: 15,
    unauthenticated: 16
} as const;

export type Code = (typeof Code)[keyof typeof Code];

/** Connect name and HTTP status, by number. */
const SPELLINGS: readonly (readonly [connect: string, http: number])[] = [
    ['ok', 200],
    ['canceled', 499],
    ['unknown', 500],
    ['invalid_argument', 400],
    ['deadline_exceeded', 504],
    ['not_found', 404],
    ['already_exists', 409],
    ['permission_denied', 403],
    ['resource_exhausted', 429],
    ['failed_precondition', 400],
    ['aborted', 409],
    ['out_of_range', 400],
    ['unimplemented', 501],
    ['internal', 500],
    ['unavailable', 503],
    ['data_loss', 500],
    ['unauthenticated', 401]
];

/** The Connect name of a code, for example `not_found`. */
export function connectSpelling(code: Code): string {
    return SPELLINGS[code][0];
}

/** The HTTP status of a Connect error with this code. */
export function httpStatus(code: Code): number {
    return SPELLINGS[code][1];
}

/** Maximum length of a refusal in characters: it may quote text of the client, which may be as long as a message. */
const LONGEST_REFUSAL = 16_000;

/** A text of bounded length: the middle of a longer text is omitted. */
export function shortened(text: string, most: number): string {
    if (text.length <= most) {
        return text;
    }
    const end = Math.floor(most / 4);
    const leftOut = ` … ${text.length - most} characters … `;
    // conversion to bytes replaces surrogates that the cuts separated
    return Buffer.from(`${text.slice(0, most - end)}${leftOut}${text.slice(-end)}`).toString();
}

/**
 * The request is not acceptable and had no effect. Operations and their callers throw it; a transport converts it to its form of an error.
 * Failures of the model are part of the response and never a refusal.
 */
export class Refusal extends Error {
    override readonly name = 'Refusal';

    constructor(
        readonly code: Code,
        message: string
    ) {
        super(shortened(message, LONGEST_REFUSAL));
    }
}

export const invalidArgument = (message: string): Refusal => new Refusal(Code.invalidArgument, message);
export const notFound = (message: string): Refusal => new Refusal(Code.notFound, message);
export const failedPrecondition = (message: string): Refusal => new Refusal(Code.failedPrecondition, message);
/** Refuses a request that needs a capability of which this service has none. */
export const capabilityUnavailable = (capability: string): Refusal =>
    new Refusal(Code.unimplemented, `capability "${capability}" is unavailable`);
