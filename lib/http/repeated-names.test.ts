import { describe, expect, it } from "vitest";
import { seeded } from "#test/random.ts";
import { repeatedNamesIn, repeatedParameters } from "./repeated-names.ts";

const locs = (json: string, max = 100) => {
  JSON.parse(json);
  return repeatedNamesIn(json, max).map(({ loc }) => loc.join("."));
};

describe("a body's repeated names", () => {
  it.each([
    ['{"a":1,"a":2}', ["body.a"]],
    ['{"a":1,"a":1}', ["body.a"]],
    ['{"dollar_amount":25,"dollar\\u005famount":900}', ["body.dollar_amount"]],
    ['{"\\u0061":1,"a":2}', ["body.a"]],
    ['{"a\\/b":1,"a/b":2}', ["body.a/b"]],
    ['{"__proto__":1,"__proto__":2}', ["body.__proto__"]],
    ['{"__proto__":{"a":1,"a":2}}', ["body.__proto__.a"]],
    ['{"constructor":1,"toString":2,"hasOwnProperty":3}', []],
    ['{"m":{"a":1,"b":2,"a":3}}', ["body.m.a"]],
    ['{"m":{"a":1},"n":{"a":1},"a":[{"a":1},{"a":2}]}', []],
    ['{"l":["a:",{"x":1},[1,2],{"x":1,"x":2}]}', ["body.l.3.x"]],
    ['[{"a":1,"a":2}]', ["body.0.a"]],
    ['{ "a" : 1 , "a"\t:\n2 }', ["body.a"]],
    ['{"a":"b\\":{\\"a","b":"{\\"a\\":1,\\"a\\":2}"}', []],
    ['{"a":"a","b":"a","c":["a","a","a"]}', []],
    ['{"":1,"":2}', ["body."]],
    ['{"a":1,"A":2,"a ":3}', []],
    ['"a"', []],
    ["null", []],
  ])("%s", (json, expected) => {
    expect(locs(json)).toEqual(expected);
  });

  it("are reported up to a limit", () => {
    expect(locs(`{"a":1${',"a":1'.repeat(500)}}`, 3)).toHaveLength(3);
    const long = `{"${"x".repeat(20_000)}":{"a":1${',"a":1'.repeat(500)}}}`;
    expect(locs(long)).toHaveLength(2);
    const deep = `${'{"a":'.repeat(5_000)}{"a":1${',"a":1'.repeat(500)}}${"}".repeat(5_000)}`;
    expect(locs(deep).join().length).toBeLessThan(2 * deep.length);
  });

  it(
    "are found in any JSON, and never where there are none",
    seeded(({ below, pick }) => {
      const names = ["a", "b", "__proto__", 'q"', "\\", "é", "\u2028", ":", "{", ","];
      let twice = 0;
      const write = (text: string) =>
        below(2) === 0 || text === ""
          ? JSON.stringify(text)
          : `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`;
      const value = (depth: number): string => {
        const kind = below(depth > 4 ? 3 : 5);
        if (kind === 0) return pick(["1", "-2.5e3", "true", "null"]);
        if (kind <= 2) return write(pick(names));
        const size = below(4);
        if (kind === 3)
          return `[${Array.from({ length: size }, () => value(depth + 1)).join(" , ")}]`;
        const seen = new Set<string>();
        const fields = Array.from({ length: size }, () => {
          const name = pick(names);
          if (seen.has(name)) twice++;
          seen.add(name);
          return `${write(name)} :${value(depth + 1)}`;
        });
        return `{${fields.join(",")}}`;
      };
      for (let round = 0; round < 500; round++) {
        twice = 0;
        const json = value(0);
        expect(locs(json, Number.POSITIVE_INFINITY).length > 0, json).toBe(twice > 0);
      }
    }),
  );
});

it("reports a query's repeated names once each, however they are escaped", () => {
  const found = repeatedParameters(new URLSearchParams("a=1&b=2&%61=3&a=1&c=&c"), 100);
  expect(found.map(({ loc }) => loc)).toEqual([
    ["query", "a"],
    ["query", "c"],
  ]);
});
