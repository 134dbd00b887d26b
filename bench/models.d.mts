import type { SourceDocument } from '../src/language/workspace/document.js';

export function designModel(count?: number, bytes?: number): SourceDocument[];
export function flatModel(count: number): SourceDocument[];
export const SMALL: string;
