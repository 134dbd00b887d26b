/** The tests view: verification cases and satisfactions of all models, run from the gutter or the view. */
import * as vscode from 'vscode';
import type { Judged, TestList } from './protocol.js';
import { askModelOf } from './questions.js';
import type { Server } from './session.js';

/** Milliseconds without a change after which the list is requested again. */
const QUIET = 500;

export function provideTests(server: Server): vscode.Disposable {
    const controller = vscode.tests.createTestController('sysml', 'SysML');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = async (): Promise<void> => {
        if (server.isRunning && server.offers('sysmlQuestions')) {
            const { tests } = await server.ask<TestList>('sysml/tests', {});
            fill(controller, server, tests);
        }
    };
    const later = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => void refresh().catch((e: unknown) => server.channel.appendLine(`tests: ${String(e)}`)), QUIET);
    };
    controller.refreshHandler = refresh;
    controller.createRunProfile('Verify', vscode.TestRunProfileKind.Run, (request, token) => run(controller, server, request, token), true);
    return vscode.Disposable.from(
        controller,
        server.onReady(later),
        server.onNotification('sysml/renderChanged', later),
        new vscode.Disposable(() => clearTimeout(timer))
    );
}

/** One item a file, in it those that it declares. */
function fill(controller: vscode.TestController, server: Server, tests: TestList['tests']): void {
    const files = new Map<string, vscode.TestItem>();
    const children = new Map<string, vscode.TestItem[]>();
    for (const { id, label, kind, owner, location } of tests) {
        const uri = server.toUri(location.uri);
        const key = uri.toString();
        if (!files.has(key)) {
            files.set(key, controller.createTestItem(key, vscode.workspace.asRelativePath(uri), uri));
            children.set(key, []);
        }
        const item = controller.createTestItem(id, label, uri);
        const { start, end } = location.selectionRange;
        item.range = new vscode.Range(start.line, start.character, end.line, end.character);
        item.description = `${kind} in ${owner}, ${vscode.workspace.asRelativePath(uri)}`;
        item.sortText = String(start.line).padStart(7, '0');
        children.get(key)!.push(item);
    }
    files.forEach((file, key) => file.children.replace(children.get(key)!));
    controller.items.replace([...files.values()]);
}

async function run(
    controller: vscode.TestController,
    server: Server,
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken
): Promise<void> {
    const results = controller.createTestRun(request);
    const excluded = new Set(request.exclude);
    const leaves = (item: vscode.TestItem): vscode.TestItem[] =>
        excluded.has(item) ? [] : item.children.size === 0 ? [item] : [...item.children].flatMap(([, child]) => leaves(child));
    const asked = request.include ?? [...controller.items].map(([, item]) => item);
    const items = asked.flatMap(leaves);
    items.forEach(item => results.enqueued(item));
    for (const item of items) {
        if (token.isCancellationRequested) {
            results.skipped(item);
            continue;
        }
        results.started(item);
        const begun = performance.now();
        try {
            const judged = await askModelOf(server, () => item.uri!)<Judged>('sysml/verify', { element: item.id }, token);
            report(results, item, judged, performance.now() - begun);
        } catch (error) {
            results.errored(item, messageAt(item, (error as Error).message));
        }
    }
    results.end();
}

function report(
    results: vscode.TestRun,
    item: vscode.TestItem,
    { status, verdicts, verifications, error }: Judged,
    duration: number
): void {
    const lines = [...verifications.map(v => v.text), ...verdicts.map(v => v.text), ...(error === undefined ? [] : [error])];
    results.appendOutput(
        `${item.label}: ${status}\r\n${lines.map(l => `    ${l.replace(/\n/g, '\r\n    ')}\r\n`).join('')}`,
        undefined,
        item
    );
    const text = lines.length === 0 ? 'There is no verdict.' : lines.join('\n');
    if (status === 'holds') {
        results.passed(item, duration);
    } else if (status === 'fails') {
        results.failed(item, messageAt(item, text), duration);
    } else {
        results.errored(item, messageAt(item, text), duration);
    }
}

function messageAt({ uri, range }: vscode.TestItem, text: string): vscode.TestMessage {
    const message = new vscode.TestMessage(text);
    if (uri !== undefined && range !== undefined) {
        message.location = new vscode.Location(uri, range);
    }
    return message;
}
