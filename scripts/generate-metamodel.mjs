// Writes src/exchange/metamodel/table.ts, the properties of every metaclass, from a table of the metamodel as JSON
// (metaclasses.NAME.properties.NAME = { type, many, ordered, derived, composite, lower, ... }).
// usage: node scripts/generate-metamodel.mjs METAMODEL.json

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [source] = process.argv.slice(2);
if (source === undefined) {
    console.error('usage: node scripts/generate-metamodel.mjs METAMODEL.json');
    process.exit(2);
}
const { metamodel, metaclasses, enumerations } = JSON.parse(readFileSync(source, 'utf8'));

/** `name:Type`, flags, then what it stands to: `=opposite`, `>redefined`, `<subsetted`. */
function line(name, property) {
    const flags = [
        property.many && '*',
        property.derived && '/',
        property.ordered && 'o',
        property.composite && 'c',
        property.lower === 1 && '1',
        property.unique === false && 'n',
        property.upper !== undefined && `u${property.upper}`
    ].filter(Boolean);
    const others = [
        property.default !== undefined && `!${property.default}`,
        property.opposite && `=${property.opposite}`,
        ...(property.redefines ?? []).map(p => `>${p}`),
        ...(property.subsets ?? []).map(p => `<${p}`)
    ].filter(Boolean);
    return `    ${[`${name}:${property.type}`, flags.join(''), ...others].join(' ').trimEnd()}`;
}

const lines = Object.entries(metaclasses).flatMap(([name, { properties }]) => [
    name,
    ...Object.entries(properties).map(([property, facts]) => line(property, facts))
]);
const text = `/**
 * The properties of every metaclass (${metamodel.uri}), made by scripts/generate-metamodel.mjs; metamodel/facts.ts
 * reads it. A metaclass, then its own properties: \`name:Type flags others\`. Flags: \`*\` many, \`/\` derived, \`o\` ordered, \`c\` composite, \`1\`
 * at least one, \`n\` not unique, \`u2\` at most two. Others: \`!default\`, \`=opposite\`, \`>redefined\`, \`<subsetted\`.
 */
export const PROPERTIES = \`
${lines.join('\n')}
\`;

/** The literals of the enumerations. */
export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
${Object.entries(enumerations)
    .map(([name, literals]) => `    ${name}: [${literals.map(l => `'${l}'`).join(', ')}]`)
    .join(',\n')}
};
`;
writeFileSync(fileURLToPath(new URL('../src/exchange/metamodel/table.ts', import.meta.url)), text);
