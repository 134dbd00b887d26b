// Log lines on standard error: time, level, message, key=value attributes. Nothing is written to standard output.

export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Log {
    enabled(level: Level): boolean;
    debug(message: string, attributes?: Attributes): void;
    info(message: string, attributes?: Attributes): void;
    warn(message: string, attributes?: Attributes): void;
    error(message: string, attributes?: Attributes): void;
}

/**
 * @param level minimum level of written messages
 * @param write writes a line including its line end
 * @param always attributes of every line
 */
export function createLog(
    level: Level,
    write: (line: string) => void = line => void process.stderr.write(line),
    always: Attributes = {}
): Log {
    const least = LEVELS.indexOf(level);
    const at =
        (index: number) =>
        (message: string, attributes: Attributes = {}): void => {
            if (index >= least) {
                const pairs = Object.entries({ ...always, ...attributes })
                    .map(([key, value]) => ` ${key}=${quoted(String(value))}`)
                    .join('');
                write(`time=${new Date().toISOString()} level=${LEVELS[index].toUpperCase()} msg=${quoted(message)}${pairs}\n`);
            }
        };
    return { enabled: wanted => LEVELS.indexOf(wanted) >= least, debug: at(0), info: at(1), warn: at(2), error: at(3) };
}

/** A value in a log line: quoted if it contains separators or control characters. */
function quoted(text: string): string {
    // oxlint-disable-next-line no-control-regex
    return text === '' || /[\s"=\u0000-\u001f\u007f]/.test(text) ? JSON.stringify(text) : text;
}

export const silentLog: Log = createLog('error', () => undefined);
