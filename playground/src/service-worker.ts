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

scope.addEventListener('fetch', (event: FetchEvent) => {
    if (event.request.method === 'GET' && new URL(event.request.url).origin === location.origin) {
        event.respondWith(caches.match(event.request, { ignoreSearch: true }).then(found => found ?? fetch(event.request)));
    }
});
