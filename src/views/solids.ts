/**
 * Points in space: shapes of the geometry library as the points of their hulls, and placements as matrices. Lengths are metres, angles
 * radians. Does not depend on models.
 */

export type Point3 = readonly [x: number, y: number, z: number];

/** Rows of an affine transformation: the rotation, then the translation. */
export type Placement3 = readonly [
    readonly [number, number, number, number],
    readonly [number, number, number, number],
    readonly [number, number, number, number]
];

export const IN_PLACE: Placement3 = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0]
];

export function translation([x, y, z]: Point3): Placement3 {
    return [
        [1, 0, 0, x],
        [0, 1, 0, y],
        [0, 0, 1, z]
    ];
}

/** A rotation around an axis through the origin (Rodrigues). */
export function rotation(axis: Point3, angle: number): Placement3 {
    const length = Math.hypot(...axis) || 1;
    const [x, y, z] = axis.map(a => a / length);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const t = 1 - c;
    return [
        [t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0],
        [t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0],
        [t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0]
    ];
}

export function placed(outer: Placement3, [x, y, z]: Point3): Point3 {
    const [a, b, c] = outer.map(row => row[0] * x + row[1] * y + row[2] * z + row[3]);
    return [a, b, c];
}

/** Applies the inner placement, then the outer one. */
export function composed(outer: Placement3, inner: Placement3): Placement3 {
    const columns = [0, 1, 2].map(k => outer.map(row => row[0] * inner[0][k] + row[1] * inner[1][k] + row[2] * inner[2][k]));
    const origin = placed(outer, [inner[0][3], inner[1][3], inner[2][3]]);
    const row = (i: number): readonly [number, number, number, number] => [columns[0][i], columns[1][i], columns[2][i], origin[i]];
    return [row(0), row(1), row(2)];
}

const AROUND = 32;
const angles = Array.from({ length: AROUND }, (_, i) => (2 * Math.PI * i) / AROUND);
const ring = (a: number, b: number, z: number): Point3[] => angles.map(t => [a * Math.cos(t), b * Math.sin(t), z]);

/** Length along x, width along y, height along z, starting at the origin. */
export const cuboid = ([length, width, height]: readonly number[]): Point3[] =>
    [0, length].flatMap(x => [0, width].flatMap(y => [0, height].map((z): Point3 => [x, y, z])));

/** The base is centred at the origin, the height runs along z. */
export const cylinder = ([a, b, height]: readonly number[]): Point3[] => [...ring(a, b, 0), ...ring(a, b, height)];

export const cone = ([a, b, height]: readonly number[]): Point3[] => [...ring(a, b, 0), [0, 0, height]];

export const disc = ([a, b]: readonly number[]): Point3[] => ring(a, b, 0);

/** Centred at the origin. */
export const ellipsoid = ([a, b, c]: readonly number[]): Point3[] =>
    Array.from({ length: AROUND / 2 + 1 }, (_, i) => (Math.PI * i) / (AROUND / 2)).flatMap(t =>
        ring(a * Math.sin(t), b * Math.sin(t), c * Math.cos(t))
    );
