/** The formatter over the 350 KB model, laid out and with its indentation lost. */
import { format } from '../../src/exchange/formatter/format.js';
import { medianTime, report } from '../measure.js';
import { designModel } from '../models.mjs';

const texts = designModel().map(d => d.content);
const bytes = texts.reduce((n, t) => n + t.length, 0);
const rate = (documents: readonly string[]): string => {
    const time = medianTime(() => documents.forEach(t => format(t)), 21, 10);
    return `${(bytes / time / 1000).toFixed(0)} MB/s`;
};
report('formatting, text that is laid out', rate(texts.map(t => format(t))), '20 MB/s');
report('formatting, text without indentation', rate(texts.map(t => t.replace(/^ +/gm, ''))), '20 MB/s');
