/**
 * `node read.mjs FORM`: reads diagrams in a written form, a JSON array of texts on the standard input, with the form's own tool. Answers a
 * JSON array: of each text what is wrong with it, null for nothing.
 */
import { DOMImplementation, Element, Node, XMLSerializer } from '@xmldom/xmldom';

const READERS = {
    d2: async () => {
        const { D2 } = await import('@terrastruct/d2');
        const tool = new D2();
        return text => tool.compile(text);
    },
    dot: async () => {
        const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
        const tool = await Graphviz.load();
        return text => tool.layout(text, 'dot');
    },
    mermaid: async () => {
        // It asks for a window when it is loaded; reading needs none.
        const document = new DOMImplementation().createDocument('http://www.w3.org/1999/xhtml', 'html');
        const none = class {};
        const window = { document, Element, Node, NodeFilter: {}, HTMLTemplateElement: none, DOMParser: none, addEventListener: () => {} };
        Object.assign(globalThis, { window, document });
        const { default: tool } = await import('mermaid');
        return text => tool.parse(text);
    },
    plantuml: async () => {
        // It measures texts in a page; here every letter is of one width.
        const document = new DOMImplementation().createDocument('http://www.w3.org/1999/xhtml', 'html');
        const measures = {
            style: {},
            getBBox: () => ({ x: 0, y: 0, width: 100, height: 13 }),
            getContext: () => ({ measureText: t => ({ width: 7 * t.length, actualBoundingBoxAscent: 10, actualBoundingBoxDescent: 3 }) })
        };
        const measured =
            make =>
            (...args) =>
                Object.assign(make.apply(document, args), measures);
        document.createElement = measured(document.createElement);
        document.createElementNS = measured(document.createElementNS);
        document.body = document.createElement('body');
        Object.assign(globalThis, { window: globalThis, document, XMLSerializer });
        console.log = console.info = () => {};
        const { renderToString } = await import('@plantuml/core');
        // A faulty text is drawn, too: its lines with what is wrong below them.
        return text =>
            new Promise((resolve, reject) => {
                const answer = svg => (/\[From textarea|An error has occur/.test(svg) ? reject(errorIn(svg)) : resolve());
                renderToString(text.split('\n'), answer, reject, { maxSvgSize: 0 });
            });
    }
};

/** What the picture of a faulty text says is wrong: its last lines. */
const errorIn = svg =>
    [...svg.matchAll(/<text[^>]*>([^<]*)/g)]
        .slice(-3)
        .map(([, line]) => line)
        .join(' ');

let input = '';
for await (const chunk of process.stdin) input += chunk;
const read = await READERS[process.argv[2]]();
const faults = [];
for (const text of JSON.parse(input)) {
    try {
        await read(text);
        faults.push(null);
    } catch (e) {
        faults.push(String(e).slice(0, 300));
    }
}
process.stdout.write(JSON.stringify(faults), () => process.exit(0));
