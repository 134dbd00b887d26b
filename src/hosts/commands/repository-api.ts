/** Client of a repository with the Systems Modeling API: projects, branches, commits and their elements. Does not depend on the session. */
import { type ApiElement, CellFailure } from '../../session/index.js';

export interface Project {
    readonly id: string;
    readonly name: string;
    readonly defaultBranch: string | undefined;
}

export interface Branch {
    readonly id: string;
    readonly name: string;
    /** id of the last commit; undefined for a branch without commits */
    readonly head: string | undefined;
}

/** The change of one element in a commit; without a payload it is deleted. */
export interface Change {
    readonly id: string;
    readonly payload: ApiElement | undefined;
}

/** time-out of one request in milliseconds */
const TIMEOUT = 60_000;
/** maximum number of pages of a list */
const MOST_PAGES = 10_000;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isRecord = (value: unknown): value is ApiElement => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The id of a record or of a reference. */
const idOf = (value: unknown): string | undefined => {
    const id = isRecord(value) ? (value['@id'] ?? value.id) : value;
    return typeof id === 'string' && id !== '' ? id : undefined;
};

export class RepositoryApi {
    /**
     * @param base URL without a trailing slash
     * @param token bearer token; empty for none
     */
    constructor(
        readonly base: string,
        private readonly token: string
    ) {}

    async projects(): Promise<Project[]> {
        return (await this.list('/projects?page[size]=200&pageSize=200')).map(projectOf);
    }

    /** The project with this name, id, or both. */
    async project(wanted: { readonly name?: string; readonly id?: string }): Promise<Project | undefined> {
        const all = await this.projects();
        return all.find(p => (wanted.id === undefined || p.id === wanted.id) && (wanted.name === undefined || p.name === wanted.name));
    }

    async projectById(id: string): Promise<Project> {
        return projectOf(await this.get(`/projects/${encodeURIComponent(id)}`));
    }

    async createProject(name: string): Promise<Project> {
        return projectOf(await this.post('/projects', { '@type': 'Project', name }));
    }

    async branches({ id }: Project): Promise<Branch[]> {
        return (await this.list(`/projects/${encodeURIComponent(id)}/branches`)).map(branchOf);
    }

    async branch({ id }: Project, branch: Branch): Promise<Branch> {
        return branchOf(await this.get(`/projects/${encodeURIComponent(id)}/branches/${encodeURIComponent(branch.id)}`));
    }

    /** All elements of a commit. */
    elements({ id }: Project, commit: string): Promise<ApiElement[]> {
        const path = `/projects/${encodeURIComponent(id)}/commits/${encodeURIComponent(commit)}/elements`;
        return this.list(`${path}?pageSize=500&page[size]=500`);
    }

    /** @returns the id of the commit */
    async commit({ id }: Project, branch: Branch, changes: readonly Change[], description: string): Promise<string> {
        const change = changes.map(c => ({
            '@type': 'DataVersion',
            identity: { '@id': c.id },
            ...(c.payload !== undefined && { payload: c.payload })
        }));
        const path = `/projects/${encodeURIComponent(id)}/commits?branchId=${encodeURIComponent(branch.id)}`;
        return idOf(await this.post(path, { '@type': 'Commit', change, description })) ?? '';
    }

    // --- Requests ---

    private async get(path: string): Promise<ApiElement> {
        return recordOf(await (await this.request(path)).json());
    }

    private async post(path: string, body: unknown): Promise<ApiElement> {
        return recordOf(await (await this.request(path, body)).json());
    }

    /** Reads all pages of a list. The header `Link` has the address of the next page. */
    private async list(path: string): Promise<ApiElement[]> {
        const found: ApiElement[] = [];
        let next: string | undefined = path;
        for (let pages = 0; next !== undefined && pages < MOST_PAGES; pages++) {
            const response: Response = await this.request(next);
            const page: unknown = await response.json();
            if (!Array.isArray(page)) {
                throw new CellFailure('CommandError', `the server at ${this.base} answered ${next} with no list`);
            }
            found.push(...page.filter(isRecord));
            next = nextPage(response.headers.get('link'), this.base);
        }
        return found;
    }

    private async request(path: string, body?: unknown): Promise<Response> {
        const url = /^https?:/.test(path) ? path : `${this.base}${path}`;
        let response: Response;
        try {
            response = await fetch(url, {
                method: body === undefined ? 'GET' : 'POST',
                headers: {
                    accept: 'application/json',
                    ...(body !== undefined && { 'content-type': 'application/json' }),
                    ...(this.token !== '' && { authorization: `Bearer ${this.token}` })
                },
                signal: AbortSignal.timeout(TIMEOUT),
                ...(body !== undefined && { body: JSON.stringify(body) })
            });
        } catch (error) {
            const cause =
                error instanceof Error && error.cause instanceof Error ? error.cause.message : error instanceof Error ? error.message : '';
            throw new CellFailure('CommandError', `the server at ${this.base} did not answer: ${cause}`);
        }
        if (!response.ok) {
            const said = (await response.text()).slice(0, 300);
            throw new CellFailure(
                'CommandError',
                `the server at ${this.base} refused ${path.replace(/\?.*/, '')}: ${response.status} ${said}`.trimEnd()
            );
        }
        return response;
    }
}

function recordOf(value: unknown): ApiElement {
    return isRecord(value) ? value : {};
}

/** The address of the next page. It must be on the same server, so that the token is sent nowhere else. */
function nextPage(link: string | null, base: string): string | undefined {
    const [, target] = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(link ?? '') ?? [];
    if (target === undefined) {
        return undefined;
    }
    const url = new URL(target, `${base}/`);
    return url.origin === new URL(base).origin ? url.href : undefined;
}

const projectOf = (record: ApiElement): Project => ({
    id: idOf(record) ?? '',
    name: textOf(record.name),
    defaultBranch: idOf(record.defaultBranch)
});

const branchOf = (record: ApiElement): Branch => ({ id: idOf(record) ?? '', name: textOf(record.name), head: idOf(record.head) });
