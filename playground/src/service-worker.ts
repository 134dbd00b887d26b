/** Keeps the playground's own files, so that it works without a network. A new build has another name for its cache. */
declare const CACHE: string;
declare const FILES: readonly string[];

interface Scope {
    addEventListener(type: string, listener: (event: never) => void): void;
    skipWaiting(): Promise<void>;
    readonly clients: { claim(): Promise<void> };
}
interface Extendable {
    waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Extendable {
    readonly request: Request;
    respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;

scope.addEventListener('install', (event: Extendable) =>
    event.waitUntil(
        caches
            .open(CACHE)
            .then(cache => cache.addAll(FILES))
            .then(() => scope.skipWaiting())
    )
);

scope.addEventListener('activate', (event: Extendable) =>
    event.waitUntil(
        caches
            .keys()
            .then(names => Promise.all(names.filter(name => name !== CACHE).map(name => caches.delete(name))))
            .then(() => scope.clients.claim())
    )
);

/** Headers of an isolated page, which may share memory with its workers: static hosts do not send them. */
const ISOLATED = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin'
};

async function answered(request: Request): Promise<Response> {
    const kept = await caches.match(request, { ignoreSearch: true });
    const response = kept ?? (await fetch(request));
    if (kept === undefined && response.ok && new URL(request.url).pathname.includes('/z3/')) {
        // the solver is kept once it was loaded
        await (await caches.open(CACHE)).put(request, response.clone());
    }
    const headers = new Headers(response.headers);
    Object.entries(ISOLATED).forEach(([name, value]) => headers.set(name, value));
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
}

scope.addEventListener('fetch', (event: FetchEvent) => {
    if (event.request.method === 'GET' && new URL(event.request.url).origin === location.origin) {
        event.respondWith(answered(event.request));
    }
});
