/** Finds names that a body or a query gives twice: a reader that keeps the first and one that keeps the last disagree. */
import { REPEATED_NAME, type Violation, violation } from "../errors.ts";

/** A string with the colon that makes it a name, or a character of structure. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;

/** An object's names so far, or an array (without names); and the name or index that is being read. */
type Level = { names: Set<string> | null; at: string | number };

const repeated = (loc: Violation["loc"]): Violation => violation(loc, REPEATED_NAME);

/** @param json valid JSON @param max how many to report, which together are no longer than the JSON */
export function repeatedNamesIn(json: string, max: number): Violation[] {
  const found: Violation[] = [];
  const levels: Level[] = [];
  let room = json.length;
  for (const [token, text, colon] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "{") levels.push({ names: new Set(), at: "" });
    else if (token === "[") levels.push({ names: null, at: 0 });
    else if (token === "}" || token === "]") levels.pop();
    else if (token === "," && typeof level?.at === "number") level.at++;
    else if (text && colon && level?.names) {
      // Most names have no escapes.
      level.at = text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1);
      const isNew = level.names.size < level.names.add(level.at).size;
      if (isNew || found.length === max || room <= 0) continue;
      const loc = ["body", ...levels.map(({ at }) => at)];
      room -= loc.join().length;
      found.push(repeated(loc));
    }
  }
  return found;
}

/** @param max how many to report */
export function repeatedParameters(parameters: URLSearchParams, max: number): Violation[] {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const name of parameters.keys()) (once.has(name) ? twice : once).add(name);
  return [...twice].slice(0, max).map((name) => repeated(["query", name]));
}
