/**
 * Lists that end alike: what types inherit stands behind what they own, and many types inherit the same. What follows from each value of a
 * list by itself is determined once for such an end, and it is written once and copied. Knows no property.
 */
import type { Value } from '../graph.js';

type Values = readonly Value[];

/** A list that others end with; it has no value twice. */
export class CommonEnd {
    private readonly images = new Map<string, CommonEnd>();
    private readonly answers = new Map<string, boolean>();
    private readonly members: ReadonlySet<unknown>;

    constructor(readonly values: Values) {
        this.members = new Set(values);
    }

    hasAny(values: Values): boolean {
        return values.some(value => this.members.has(value));
    }

    /** What follows from its values, each by itself, without what is there twice. @param key names what follows */
    image(key: string, of: (values: Values) => Values): CommonEnd {
        let image = this.images.get(key);
        if (image === undefined) {
            const found = of(this.values);
            image = found.length === this.values.length && found.every((v, i) => v === this.values[i]) ? this : new CommonEnd(found);
            this.images.set(key, image);
        }
        return image;
    }

    /** Whether something holds of its values. @param key names it */
    holds(key: string, test: (values: Values) => boolean): boolean {
        let answer = this.answers.get(key);
        if (answer === undefined) {
            answer = test(this.values);
            this.answers.set(key, answer);
        }
        return answer;
    }
}

/** The common ends of the lists of one model. */
export class CommonEnds {
    private readonly ends = new Map<Values, CommonEnd>();

    /** The end that a list has in common with others; undefined where it is not known to have one. */
    of(list: Values): CommonEnd | undefined {
        return this.ends.get(list);
    }

    /** A list that is the end of others from now on. @param list has no value twice */
    shared(list: Values): Values {
        if (list.length > 0 && !this.ends.has(list)) {
            this.ends.set(list, new CommonEnd(list));
        }
        return list;
    }

    /** The values of a list, then those of another one, each once. */
    joined(front: Values, back: Values): Values {
        const own = front.length < 2 ? front : [...new Set(front)];
        const end = this.ends.get(back);
        if (end?.values !== back || end.hasAny(own)) {
            return back.length === 0 ? own : [...new Set([...own, ...back])];
        }
        return this.before(own, end);
    }

    /** What follows from the values of a list, each by itself, without what is there twice. @param key names what follows */
    image(list: Values, key: string, of: (values: Values) => Values): Values {
        const end = list.length === 0 ? undefined : this.ends.get(list);
        if (end === undefined) {
            return list.length === 0 ? list : of(list);
        }
        const front = this.frontOf(list, end);
        const own = front.length === 0 ? front : of(front);
        const image = end.image(key, of);
        return image.hasAny(own) ? [...new Set([...own, ...image.values])] : this.before(own, image);
    }

    /** Whether something holds of a list, as of each of its values. @param key names it */
    holds(list: Values, key: string, test: (values: Values) => boolean): boolean {
        const end = this.ends.get(list);
        return end === undefined ? test(list) : test(this.frontOf(list, end)) && end.holds(key, test);
    }

    private frontOf(list: Values, end: CommonEnd): Values {
        return list.slice(0, list.length - end.values.length);
    }

    private before(front: Values, end: CommonEnd): Values {
        if (end.values.length === 0) {
            return front;
        }
        const list = front.length === 0 ? end.values : front.concat(end.values);
        this.ends.set(list, end);
        return list;
    }
}
