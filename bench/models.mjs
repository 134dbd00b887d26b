/** Models for measurements, made by rule so that their size is a parameter. Every model is free of errors. */

/**
 * One document of a layered design: definitions, parts, connections, actions, states, requirements and
 * calculations; `uses` are packages it imports.
 */
function designDocument(name, uses, blocks) {
    const lines = [`package ${name} {`, '    private import ScalarValues::*;', '    private import ISQ::*;', '    private import SI::*;'];
    for (const used of uses) lines.push(`    private import ${used}::*;`);
    for (let i = 0; i < blocks; i++) {
        const id = `${name}${i}`;
        const general = uses.length > 0 ? ` :> ${uses[0]}${i % 3}Unit` : '';
        lines.push(
            `    doc /* Block ${i} of ${name}. */`.replace('doc', `comment about ${id}Unit`),
            `    item def ${id}Signal { attribute level : Real; attribute stamp : Integer = ${i}; }`,
            `    port def ${id}Port { out item signal : ${id}Signal; in attribute demand : Real; }`,
            `    part def ${id}Unit${general} {`,
            `        attribute mass${id} :> ISQ::mass = ${i + 1}.5 [kg];`,
            `        attribute length${id} :> ISQ::length default = ${i + 10} [mm];`,
            `        attribute ratio${id} : Real = (${i} + 2.5) * 3 - 1 / 4;`,
            `        port output${id} : ${id}Port;`,
            `        port input${id} : ~${id}Port;`,
            `        part sensors${id} : ${id}Sensor[2..4] { attribute :>> gain = ${i}; }`,
            '    }',
            `    part def ${id}Sensor { attribute gain : Real; attribute name : String; }`,
            `    part ${id}System {`,
            `        part left : ${id}Unit;`,
            `        part right : ${id}Unit;`,
            `        connect left.output${id} to right.input${id};`,
            `        attribute total :> ISQ::mass = left.mass${id} + right.mass${id};`,
            `        assert constraint { total <= ${100 + i} [kg] }`,
            '    }',
            `    calc def ${id}Energy { in m : Real; in v : Real; return : Real = m * v ** 2 / 2; }`,
            `    action def ${id}Step { in request : ${id}Signal; out result : Real; }`,
            `    action ${id}Process {`,
            `        action first${id} : ${id}Step;`,
            `        then action second${id} : ${id}Step;`,
            '        then done;',
            '    }',
            `    state def ${id}Modes {`,
            '        entry; then idle;',
            '        state idle;',
            `        transition idle_to_busy first idle accept s : ${id}Signal if s.level > ${i} then busy;`,
            '        state busy;',
            `        transition busy_to_idle first busy accept ${id}Signal then idle;`,
            '    }',
            `    requirement def ${id}Limit { subject u : ${id}Unit; attribute limit :> ISQ::mass; require constraint { u.mass${id} <= limit } }`,
            `    requirement ${id}Light : ${id}Limit { attribute :>> limit = ${i + 5} [kg]; }`
        );
    }
    lines.push('}', '');
    return lines.join('\n');
}

/** A model of `count` documents with about `bytes` bytes in all; each document uses the one before it. */
export function designModel(count = 28, bytes = 350_000) {
    const perBlock = designDocument('D00', [], 2).length - designDocument('D00', [], 1).length;
    const blocks = Math.max(3, Math.round(bytes / count / perBlock));
    const name = i => `D${String(i).padStart(2, '0')}`;
    return Array.from({ length: count }, (_, i) => ({
        name: `${name(i)}.sysml`,
        language: 'sysml',
        content: designDocument(name(i), i === 0 ? [] : [name(i % 4 === 0 ? 0 : i - 1)], blocks)
    }));
}

/** A package of `count` parts of one definition. */
export function flatModel(count) {
    const lines = ['package Flat {', '    part def BaseBlock;'];
    for (let i = 0; i < count; i++) lines.push(`    part Part${i} : BaseBlock {}`);
    lines.push('}', '');
    return [{ name: 'flat.sysml', language: 'sysml', content: lines.join('\n') }];
}

export const SMALL =
    'package Small {\n    part def Wheel { attribute size : ScalarValues::Integer = 2; }\n    part car { part wheels : Wheel[4]; }\n}\n';
