/** Commands on a repository, against a small server that keeps projects, branches, commits and elements. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLibrary } from '../../src/language/library/loading.js';
import { repositoryCommands } from '../../src/hosts/commands/repository-commands.js';
import { newSession, type Session } from '../../src/session/index.js';

type Element = Record<string, unknown>;

/** A repository in memory. `requests` are those that it got; `isMoving` has each branch move between two looks. */
class StandIn {
    readonly projects: Element[] = [];
    readonly requests: string[] = [];
    readonly tokens = new Set<string | undefined>();
    readonly commits = new Map<string, Map<string, Element>>();
    branch: { '@id': string; name: string; head: Element | null } = { '@id': 'b1', name: 'main', head: null };
    isMoving = false;

    answer(method: string, url: URL, body: string): unknown {
        const [, project, kind, commit, elements] = url.pathname.split('/').filter(p => p !== '');
        this.requests.push(`${method} ${url.pathname}`);
        if (project === undefined) {
            return method === 'GET' ? this.projects : this.create((JSON.parse(body) as { name: string }).name);
        }
        if (kind === undefined) {
            return this.projects.find(p => p['@id'] === project);
        }
        if (kind === 'branches') {
            return commit === undefined ? [this.branch] : this.isMoving ? { ...this.branch, head: { '@id': 'other' } } : this.branch;
        }
        if (elements === 'elements') {
            return [...this.commits.get(commit)!.values()];
        }
        return this.commit(body);
    }

    private create(name: string): Element {
        const project = { '@id': `p${this.projects.length + 1}`, '@type': 'Project', name, defaultBranch: { '@id': 'b1' } };
        this.projects.push(project);
        return project;
    }

    private commit(body: string): Element {
        const held = new Map(this.commits.get(String(this.branch.head?.['@id'])) ?? []);
        const { change } = JSON.parse(body) as { change: { identity: { '@id': string }; payload?: Element }[] };
        for (const { identity, payload } of change) {
            if (payload === undefined) {
                held.delete(identity['@id']);
            } else {
                held.set(identity['@id'], payload);
            }
        }
        const id = `c${this.commits.size + 1}`;
        this.commits.set(id, held);
        this.branch = { ...this.branch, head: { '@id': id } };
        return { '@id': id };
    }
}

const library = loadLibrary();

describe('commands on a repository', () => {
    const held = new StandIn();
    let server: Server;
    let session: Session;

    beforeAll(async () => {
        server = createServer((request, response) => {
            let body = '';
            held.tokens.add(request.headers.authorization);
            request.on('data', chunk => (body += String(chunk)));
            request.on('end', () => {
                const answer = held.answer(request.method!, new URL(request.url!, 'http://x'), body);
                response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
                response.end(JSON.stringify(answer ?? {}));
            });
        });
        await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const files = { read: () => [], readText: () => '', write: () => undefined };
        const settings = { url, token: 'secret', isPath: (text: string) => text.endsWith('.sysml'), loadFiles: () => ({ text: 'files' }) };
        session = newSession({ library, files }, [repositoryCommands(settings)]);
    });
    afterAll(() => server.close());

    /** What a cell shows, or `! ` and why it fails. */
    async function answer(cell: string): Promise<string> {
        const { shown, failure } = await session.execute(cell);
        return failure === undefined ? shown.map(s => s.text).join('\n') : `! ${failure.message}`;
    }

    it('publishes what differs, and nothing where nothing does', async () => {
        expect(await answer('%projects')).toBe('no projects');
        await session.execute('package Demo { private import ScalarValues::*; part def A { attribute x : Integer = 1; } part a : A; }');
        expect(await answer('%publish Demo')).toMatch(
            /^created project Demo \(p1\)\ncommit c1 on branch main \(b1\) of Demo \(p1\): \d+ created, 0 updated, 0 deleted$/
        );
        const elements = held.commits.get('c1')!;
        expect(elements.get('Demo__A__x')).toMatchObject({ '@type': 'AttributeUsage', declaredName: 'x' });
        expect(elements.has('Demo__A__x_om')).toBe(true);
        expect([...elements.values()].flatMap(e => Object.keys(e)).filter(k => k.startsWith('sysx:') || k === 'qualifiedName')).toEqual([]);
        expect(await answer('%publish Demo')).toBe('nothing to publish: branch main (b1) already holds Demo');
        await session.execute('package Demo { part def B; }');
        expect(await answer('%publish Demo')).toBe('commit c2 on branch main (b1) of Demo (p1): 2 created, 1 updated, 0 deleted');
        expect(await answer('%projects')).toBe('Demo (p1)');
        expect([...held.tokens]).toEqual(['Bearer secret']);
    });

    it('refuses unknown branches and branches that have moved', async () => {
        await session.execute('package Demo { part def C; }');
        expect(await answer('%publish --branch=nope Demo')).toBe("! branch nope doesn't exist");
        held.isMoving = true;
        expect(await answer('%publish Demo')).toBe('! branch main (b1) has moved meanwhile: publish again');
        held.isMoving = false;
        expect(await answer('%publish --force Demo')).toBe('! unknown option --force: there are --d, --project, --branch');
    });

    it('loads what was published', async () => {
        await session.execute('%clear');
        expect(await answer('%load Nope')).toBe("! project Nope doesn't exist");
        expect(await answer('%load Demo')).toBe('loaded project Demo at branch main, commit c2');
        expect(await answer('Demo::a.x')).toBe('✓ Demo::a.x\n  = 1');
        expect(await answer('%load model.sysml')).toBe('files');
    });

    it('names a server that does not answer', async () => {
        expect(await answer('%repo http://127.0.0.1:1')).toBe('API base path: http://127.0.0.1:1');
        expect(await answer('%projects')).toMatch(/^! the server at http:\/\/127\.0\.0\.1:1 did not answer: /);
        expect(await answer('%repo nowhere')).toBe('! nowhere: expected a URL such as http://localhost:8083');
    });
});
