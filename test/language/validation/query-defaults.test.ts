/** Defaults of the parameters of document queries that cannot fit; each with a clean neighbour. `// code` marks the lines. */
import { expect, test } from 'vitest';
import { findingsOf, linesAndCodes, marked } from './findings.js';

test('defaults that a parameter of a query cannot take', () => {
    const content = `package P {
        private import ScalarValues::*;
        private import DocumentQueries::*;
        private import KerML::Root::Element;
        part def Jar;
        part jar : Jar;
        enum def Color { red; green; }
        attribute limit : Integer = 5;
        calc def Types :> Query {
            in a : String default 10; // document-query-default-type
            in b : String default "10";
            in c : Integer = 2.5; // document-query-default-type
            in d : Integer = 3;
            in e : Integer = d + 1;
            in f : Integer = limit; // document-query-default-type
            in g : Color = Color::red;
            in h : Color = jar; // document-query-default-type
            in i : ISQ::MassValue default 3 [SI::s]; // document-query-default-type
            in j : ISQ::MassValue default 3 [SI::kg];
            in k : Element = "jar"; // document-query-default-type
            in l : Element = jar;
            in m : SysML::PartUsage = Jar; // document-query-default-type
            in n : SysML::PartUsage = jar;
            in o : Jar = limit; // document-query-default-type
            in p = limit;
            OwnedElements(source = l)
        }
        calc def Counts :> Query {
            in a : Integer default (1, 2); // document-query-default-multiplicity
            in b : Integer [0..*] default (1, 2);
            in c : Integer [2..*] default 1; // document-query-default-multiplicity
            in d : Element default (jar, Jar); // document-query-default-multiplicity
            in e : Element [0..*] default (jar, Jar);
            in f : Element default null; // document-query-default-multiplicity
            in g : String [0..1] default null;
            OwnedElements(source = e)
        }
        calc def Inherited :> Counts {
            in :>> b default 4;
            in :>> c default 4; // document-query-default-multiplicity
        }
        calc def NoQuery {
            in a : String default 10; // type.expr
        }
    }`;
    expect(linesAndCodes(findingsOf(content))).toEqual(marked(content));
});
