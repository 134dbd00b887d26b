/** Commands on a repository of models: `%repo`, `%projects`, `%publish`, and `%load` of a project (contract: newest-operations 11). */
import type { AstNode } from '../../language/generated/tree.js';
import { metaclassOf } from '../../language/semantics/metaclass.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { ownedMembersOf } from '../../language/semantics/structure.js';
import { normativeSegment } from '../../exchange/ids.js';
import { normativeId } from '../../exchange/normative.js';
import { convertText } from '../../exchange/index.js';
import {
    type ApiElement,
    CellFailure,
    type CommandGroup,
    elementsBelow,
    isDerived,
    referred,
    referredId,
    type Session,
    type Shown
} from '../../session/index.js';
import { type Branch, type Change, type Project, RepositoryApi } from './repository-api.js';

export interface RepositorySettings {
    /** empty if the user names none */
    readonly url: string;
    readonly token: string;
    /** loads files if the argument is a path rather than the name of a project */
    readonly loadFiles: (session: Session, argument: string) => Shown | undefined | Promise<Shown | undefined>;
    readonly isPath: (text: string) => boolean;
}

const USUAL_URL = 'http://localhost:8083';

/** Splits an argument into the options `--name=value` and `-d`, and the remaining words. */
function optionsOf(argument: string, known: readonly string[]): { readonly given: ReadonlyMap<string, string>; readonly rest: string } {
    const given = new Map<string, string>();
    const rest: string[] = [];
    for (const [word] of argument.matchAll(/(?:"[^"]*"|'(?:\\.|[^'\\])*'|\S)+/g)) {
        const match = /^--?([a-z]+)(?:=(.*))?$/s.exec(word);
        if (match === null) {
            rest.push(word.replace(/^"(.*)"$/s, '$1'));
        } else if (known.includes(match[1])) {
            given.set(match[1], (match[2] ?? '').replace(/^"(.*)"$/s, '$1'));
        } else {
            throw new CellFailure('UsageError', `unknown option ${word}: there are ${known.map(k => `--${k}`).join(', ')}`);
        }
    }
    return { given, rest: rest.join(' ') };
}

/** The branch with this name, or the default branch of a project. @throws CellFailure */
async function branchOf(api: RepositoryApi, project: Project, name: string | undefined): Promise<Branch> {
    const branches = await api.branches(project);
    const found = branches.find(b => (name === undefined ? b.id === project.defaultBranch : b.name === name));
    const branch = found ?? (name === undefined ? branches[0] : undefined);
    if (branch === undefined) {
        throw new CellFailure('CommandError', `branch ${name ?? '(default)'} doesn't exist`);
    }
    return branch;
}

// --- Publishing -------------------------------------------------------------------------------------------------------

/** Whether a repository already holds an element. Additional held properties that are not derived count as a difference. */
function isSame(held: ApiElement, sent: ApiElement): boolean {
    const names = new Set([...Object.keys(sent), ...Object.keys(held).filter(name => !name.startsWith('@') && !isDerived(held, name))]);
    return [...names].every(name => canonical(held[name]) === canonical(sent[name]));
}

/** Values as texts that are equal if the values are. Undefined, null and an empty list are equal. */
function canonical(value: unknown): string {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
        return '';
    }
    if (Array.isArray(value)) {
        return `[${value.map(canonical).join(',')}]`;
    }
    const id = referredId(value);
    return id !== undefined ? `@${id}` : JSON.stringify(value);
}

function changesBetween(
    held: ReadonlyMap<string, ApiElement>,
    sent: ReadonlyMap<string, ApiElement>
): { readonly created: Change[]; readonly updated: Change[]; readonly deleted: Change[] } {
    const entries = [...sent].map(([id, payload]): Change => ({ id, payload }));
    return {
        created: entries.filter(({ id }) => !held.has(id)),
        updated: entries.filter(({ id, payload }) => held.has(id) && !isSame(held.get(id)!, payload!)),
        deleted: [...held.keys()].filter(id => !sent.has(id)).map(id => ({ id, payload: undefined }))
    };
}

async function publish(api: RepositoryApi, session: Session, argument: string): Promise<Shown | undefined> {
    const { given, rest: name } = optionsOf(argument, ['d', 'project', 'branch']);
    if (name === '') {
        return undefined;
    }
    const sent = elementsBelow(session, name, given.has('d'));
    const projectName =
        given.get('project') ??
        name
            .split('::')
            .at(-1)!
            .replace(/^'(.*)'$/s, '$1');
    const lines: string[] = [];
    let found = await api.project({ name: projectName });
    if (found === undefined) {
        found = await api.createProject(projectName);
        lines.push(`created project ${projectName} (${found.id})`);
    }
    const project = await api.projectById(found.id);
    const branch = await branchOf(api, project, given.get('branch'));
    const held = new Map((branch.head === undefined ? [] : await api.elements(project, branch.head)).map(e => [String(e['@id']), e]));
    const { created, updated, deleted } = changesBetween(held, sent);
    const changes = [...created, ...updated, ...deleted];
    const place = `branch ${branch.name} (${branch.id})`;
    if (changes.length === 0) {
        return { text: [...lines, `nothing to publish: ${place} already holds ${name}`].join('\n') };
    }
    const now = await api.branch(project, branch);
    if (now.head !== branch.head) {
        throw new CellFailure('CommandError', `${place} has moved meanwhile: publish again`);
    }
    const commit = await api.commit(project, branch, changes, `Publish ${name}`);
    lines.push(
        `commit ${commit} on ${place} of ${project.name} (${project.id}): ${created.length} created, ${updated.length} updated, ${deleted.length} deleted`
    );
    return { text: lines.join('\n') };
}

// --- Loading ----------------------------------------------------------------------------------------------------------

async function load(api: RepositoryApi, session: Session, argument: string): Promise<Shown> {
    const { given, rest } = optionsOf(argument, ['id', 'name', 'branch']);
    const name = given.get('name') ?? (rest === '' ? undefined : rest);
    const id = given.get('id');
    const found = await api.project({ name, id });
    if (found === undefined) {
        throw new CellFailure('CommandError', `project ${name ?? id} doesn't exist`);
    }
    const project = await api.projectById(found.id);
    const branch = await branchOf(api, project, given.get('branch'));
    if (branch.head === undefined) {
        throw new CellFailure('CommandError', `branch ${branch.name} has no head commit`);
    }
    const elements = await api.elements(project, branch.head);
    const failing = (why: string): never => {
        throw new CellFailure('CommandError', `the elements of ${project.name} could not be written as notation: ${why}`);
    };
    const source = {
        name: project.name,
        content: JSON.stringify([...elements, ...libraryElements(session, elements)]),
        from: 'api-json' as const
    };
    const { content, error } = convertText(source, { to: 'sysml' }, document => session.parsed(document));
    const notation = content ?? failing(error ?? 'nothing is left of them');
    const { text } = session.load([{ name: project.name, language: 'sysml', content: notation }]);
    const notes = text.split('\n').filter(line => line.startsWith('note: '));
    return { text: [`loaded project ${project.name} at branch ${branch.name}, commit ${branch.head}`, ...notes].join('\n') };
}

/** The library elements that elements reference by standard ids and that the repository does not hold. */
function libraryElements({ model }: Session, elements: readonly ApiElement[]): ApiElement[] {
    const held = new Set(elements.map(e => e['@id']));
    const missing = new Set(elements.flatMap(e => Object.values(e).flatMap(referred)).filter(id => !held.has(id)));
    const found: ApiElement[] = [];
    const visit = (element: AstNode, path: readonly string[]): void => {
        if (missing.size === 0) {
            return;
        }
        const id = path.length === 0 ? '' : (normativeId(path.map(normativeSegment)) ?? path.join('__'));
        if (missing.delete(id)) {
            const qualifiedName = qualifiedNameOf(element) ?? '';
            found.push({
                '@id': id,
                '@type': metaclassOf(element),
                elementId: id,
                qualifiedName,
                declaredName: path.at(-1),
                isLibraryElement: true
            });
        }
        for (const member of ownedMembersOf(element)) {
            const name = nameOf(member);
            if (name !== undefined) {
                visit(member, [...path, name]);
            }
        }
    };
    for (const { root } of model.library.documents()) {
        visit(root, []);
    }
    return found;
}

/** The commands on a repository. `%load` loads files as well. */
export function repositoryCommands(settings: RepositorySettings): CommandGroup {
    let base = settings.url.replace(/\/+$/, '') || USUAL_URL;
    const api = (): RepositoryApi => new RepositoryApi(base, settings.token);
    return {
        title: 'Repository (Systems Modeling API)',
        commands: [
            {
                name: 'repo',
                usage: '[url]',
                example: '%repo http://localhost:9000',
                summary: 'show or set the server of these commands',
                words: [],
                run: (_, argument) => {
                    if (argument !== '' && !/^https?:\/\/\S+$/.test(argument)) {
                        throw new CellFailure('UsageError', `${argument}: expected a URL such as ${USUAL_URL}`);
                    }
                    base = argument === '' ? base : argument.replace(/\/+$/, '');
                    return { text: `API base path: ${base}` };
                }
            },
            {
                name: 'projects',
                usage: '',
                summary: 'list the projects of the server',
                words: [],
                run: async () => {
                    const all = await api().projects();
                    return all.length === 0
                        ? { text: 'no projects' }
                        : {
                              text: all.map(p => `${p.name} (${p.id})`).join('\n'),
                              table: { columns: ['project', 'id'], rows: all.map(p => [p.name, p.id]) }
                          };
                }
            },
            {
                name: 'publish',
                usage: '[-d] [--project=<name>] [--branch=<name>] <name>',
                example: '%publish --project=Cars Cars',
                summary: 'commit an element with its owned elements to a project, which is created if needed; -d with derived properties',
                run: (session, argument) => publish(api(), session, argument)
            },
            {
                name: 'load',
                usage: '[--cells <selection>] <path>… | [--id=<id>] [--name=<name>] [--branch=<name>] [<project>]',
                example: '%load cars.sysml units.kpar',
                summary: 'load files, archives, code cells of notebooks, or the model of a project',
                needsFiles: true,
                words: [],
                run: async (session, argument) => {
                    const [first = ''] = argument.split(/\s+/);
                    const isOfFiles = argument === '' || /^--cells\b/.test(argument) || (!first.startsWith('--') && settings.isPath(first));
                    return isOfFiles ? settings.loadFiles(session, argument) : load(api(), session, argument);
                }
            }
        ]
    };
}
