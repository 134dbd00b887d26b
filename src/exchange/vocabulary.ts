/** The IRIs of the graph (contract: conversion 2). They must never change: stores of graphs compare them byte by byte. */

export const NAMESPACES = {
    elmt: 'urn:sysmlv2:element:',
    expr: 'urn:opensysml:expr:',
    json: 'urn:sysmlv2:annotation:json:',
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    sysml: 'https://www.omg.org/spec/SysML#',
    sysx: 'urn:opensysml:sysml:',
    xsd: 'http://www.w3.org/2001/XMLSchema#'
} as const;

export type Prefix = keyof typeof NAMESPACES;

/** The prefix of properties and metaclasses of the extension, which the metamodel does not contain, in graphs and in JSON. */
export const EXTENSION = 'sysx:';

export const ID = /^[A-Za-z0-9_-]+$/;
