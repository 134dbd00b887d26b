// The service from a page in a real browser, whose rules for other origins no other client applies: Connect and gRPC-Web, in cleartext
// (HTTP/1.1) and under TLS (HTTP/2), from a permitted origin and from another. Needs Chromium or Chrome in
// the path; without one it is skipped. The quick suite has the rules for other origins in `clients.test.ts`.

import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isThorough } from '../../support/thorough.js';
import { selfSigned } from '../double/certificate.js';
import { start, type TestService } from '../double/start.js';
import type { Outcome } from './page.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

function installedBrowser(): string | undefined {
    const paths = (process.env.PATH ?? '').split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)));
    return paths.find(path => {
        try {
            accessSync(path, constants.X_OK);
            return true;
        } catch {
            return false;
        }
    });
}

/** A web site of one page: serves the script and takes what it found. */
class Site {
    readonly outcomes: Promise<Outcome[]>;
    script = '';
    private took!: (outcomes: Outcome[]) => void;
    private readonly server: Server;

    constructor() {
        this.outcomes = new Promise(resolve => (this.took = resolve));
        this.server = createServer((request, response) => {
            if (request.url === '/outcomes') {
                let body = '';
                request
                    .setEncoding('utf8')
                    .on('data', chunk => (body += chunk))
                    .on('end', () => {
                        response.end();
                        this.took(JSON.parse(body) as Outcome[]);
                    });
                return;
            }
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(`<!doctype html><title>page</title><script type="module">${this.script}</script>`);
        });
    }

    async listen(): Promise<void> {
        await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    }

    get origin(): string {
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    close(): void {
        this.server.closeAllConnections();
        this.server.close();
    }
}

async function bundlePage(services: readonly string[]): Promise<string> {
    const { outputFiles } = await build({
        entryPoints: [join(import.meta.dirname, 'page.ts')],
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        logLevel: 'error',
        define: { SERVICES: JSON.stringify(services) }
    });
    return outputFiles[0].text.replaceAll('</script', '<\\/script');
}

const browser = installedBrowser();

describe.runIf(isThorough && browser !== undefined)('a page in a browser', () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-browser-'));
    const permitted = new Site();
    const other = new Site();
    const services: TestService[] = [];
    const browsers: ChildProcess[] = [];

    beforeAll(async () => {
        const { cert, key } = selfSigned();
        writeFileSync(join(folder, 'cert.pem'), cert);
        writeFileSync(join(folder, 'key.pem'), key);
        await Promise.all([permitted.listen(), other.listen()]);
        const flags = ['-cors-allowed-origins', permitted.origin];
        services.push(
            ...(await Promise.all([
                start(flags),
                start([...flags, '-tls-cert', join(folder, 'cert.pem'), '-tls-key', join(folder, 'key.pem')])
            ]))
        );
        permitted.script = other.script = await bundlePage(services.map(({ url }) => url));
    });

    afterAll(async () => {
        await Promise.all(
            browsers
                .filter(child => child.exitCode === null)
                .map(
                    child =>
                        new Promise<void>(resolve => {
                            child.once('exit', () => resolve());
                            process.kill(-child.pid!, 'SIGKILL');
                        })
                )
        );
        permitted.close();
        other.close();
        await Promise.all(services.map(service => service.shutdown()));
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });

    function visit(site: Site, name: string): Promise<Outcome[]> {
        const child = spawn(
            browser!,
            [
                '--headless',
                '--no-sandbox',
                '--disable-gpu',
                '--disable-dev-shm-usage',
                '--no-first-run',
                '--disable-background-networking',
                '--disable-component-update',
                '--disable-sync',
                '--ignore-certificate-errors',
                '--no-proxy-server',
                '--remote-debugging-pipe',
                `--user-data-dir=${join(folder, name)}`,
                site.origin
            ],
            {
                // the browser ends when the pipes do, also when the test is ended itself
                stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
                detached: true
            }
        );
        browsers.push(child);
        return site.outcomes;
    }

    it('reaches the service from a permitted origin', async () => {
        const outcomes = await visit(permitted, 'permitted');
        expect(outcomes).toHaveLength(8);
        for (const outcome of outcomes) {
            expect(outcome).toEqual({
                client: outcome.client,
                service: outcome.service,
                value: '9223372036854775807',
                length: 100_000,
                diagnostics: ['error ß'],
                failure: [5, 'model not found: health_check']
            });
        }
    });

    it('is kept from it on another origin', async () => {
        const outcomes = await visit(other, 'other');
        expect(outcomes).toHaveLength(8);
        for (const { blocked, value } of outcomes) {
            expect([blocked, value]).toEqual([expect.stringMatching(/Failed to fetch/), undefined]);
        }
    });
});
