/** Converts offsets: Jupyter counts code points, the session counts UTF-16 units. */

export function unitsBefore(text: string, codePoints: number): number {
    let units = 0;
    for (let i = 0; i < codePoints && units < text.length; i++) {
        units += text.codePointAt(units)! > 0xffff ? 2 : 1;
    }
    return units;
}

export const codePointsBefore = (text: string, units: number): number => [...text.slice(0, units)].length;
