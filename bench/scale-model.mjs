/**
 * A generated system of any size, for measurements of scale: deep packages over many files that import each other, with redefinitions,
 * connections, and requirements with satisfactions. The same size gives the same texts.
 */

/** Elements that one file declares, about. */
const PER_FILE = 500;

/** One file: a subsystem with units, each of which has parts, ports, connections, a requirement and a satisfaction. */
function subsystem(number, files) {
    const name = `Subsystem${number}`;
    const before = number === 0 ? undefined : `Subsystem${number - 1}`;
    const far = number < 10 ? undefined : `Subsystem${Math.floor(number / 10)}`;
    const units = Math.floor(PER_FILE / 25);
    const imports = ['ScalarValues::*', 'Common::*', ...[before, far].filter(Boolean).map(n => `${n}::Definitions::*`)];
    const lines = [`package ${name} {`, ...imports.map(i => `    private import ${i};`), '    package Definitions {'];
    for (let i = 0; i < units; i++) {
        const general = i === 0 ? (before === undefined ? 'Unit' : `Unit${number - 1}_0`) : `Unit${number}_${i - 1}`;
        const isDeep = (number % 20 > 0 || i > 0) && i % 10 > 0;
        lines.push(
            `        part def Unit${number}_${i} :> ${isDeep ? general : 'Unit'} {`,
            `            attribute redefines mass default = ${(number % 7) + i + 1}.5;`,
            `            attribute extra${number}_${i} : Real = mass * 2 + ${i};`,
            `            part sensor${number}_${i} : Sensor { attribute redefines rate = 2.0; }`,
            `            part actuator${number}_${i} : Actuator;`,
            `            connect sensor${number}_${i}.signal to actuator${number}_${i}.signal;`,
            '        }',
            `        requirement def <'R${number}.${i}'> Limit${number}_${i} {`,
            '            doc /* The mass is below its limit. */',
            `            subject unit : Unit${number}_${i};`,
            '            require constraint { unit.mass < unit.limit }',
            '        }'
        );
    }
    lines.push('    }', '    private import Definitions::*;', '    package Structure {', `        part def Assembly${number} {`);
    for (let i = 0; i < units; i++) {
        lines.push(`            part unit${i} : Unit${number}_${i};`);
    }
    for (let i = 1; i < units; i++) {
        lines.push(`            connect unit${i - 1}.output to unit${i}.input;`);
    }
    lines.push(
        '        }',
        `        part assembly : Assembly${number};`,
        '    }',
        '    package Verification {',
        '        private import Structure::*;'
    );
    for (let i = 0; i < units; i++) {
        lines.push(`        requirement limit${i} : Limit${number}_${i};`, `        satisfy limit${i} by assembly.unit${i};`);
    }
    lines.push('    }', '}');
    return { name: `subsystem${number}.sysml`, language: 'sysml', content: `${lines.join('\n')}\n`, number, files };
}

const COMMON = `package Common {
    private import ScalarValues::*;
    port def Power { attribute voltage : Real; }
    port def Signal { attribute value : Real; }
    part def Unit { attribute mass : Real; attribute limit : Real default 100.0; port input : Power; port output : Power; }
    part def Sensor { attribute rate : Real default 1.0; port signal : Signal; }
    part def Actuator { port signal : Signal; }
}
`;

/** The documents of a system of about so many elements. */
export function systemOf(elements) {
    const files = Math.max(1, Math.round(elements / PER_FILE));
    return [
        { name: 'common.sysml', language: 'sysml', content: COMMON },
        ...Array.from({ length: files }, (_, i) => {
            const { name, language, content } = subsystem(i, files);
            return { name, language, content };
        })
    ];
}
