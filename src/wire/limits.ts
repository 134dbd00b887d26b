// Limits of single messages.

/** Largest message, before and after decompression, and largest file that a request may name: 128 MiB. */
export const MAX_MESSAGE = 128 * 1024 * 1024;
