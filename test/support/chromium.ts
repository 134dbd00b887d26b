/** The browser of tests that need one. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The browser that CHROMIUM names, else the first on the search path; undefined where there is none. */
export function chromiumPath(): string | undefined {
    const found = (process.env.PATH ?? '').split(delimiter).flatMap(folder => BROWSERS.map(name => join(folder, name)));
    return [process.env.CHROMIUM ?? '', ...found].find(path => path !== '' && existsSync(path));
}
