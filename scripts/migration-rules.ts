/**
 * Rules for migrations, so that processes of the previous release keep working: they only add, and lock
 * nothing for long. docs/decisions/0023 has the reasons and alternatives.
 */

/** A comment right before a statement that excuses it, followed by the reason. */
const EXCUSE = /^\s*--\s*safe:\s*\S/im;

type Rule = { pattern: RegExp; objection: string };

const RULES: Rule[] = [
  {
    pattern: /\bdrop\s+(?!index\s+concurrently\b)\w+/i,
    objection: "it takes away what the release before may use",
  },
  { pattern: /\brename\b/i, objection: "the release before knows the old name" },
  {
    pattern: /\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i,
    objection: "it rewrites the table, and prepared statements break: add another column",
  },
  {
    pattern: /\bset\s+not\s+null\b/i,
    objection: "the release before may write null, and every row is read under a lock",
  },
  {
    pattern: /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/i,
    objection: "the release before does not fill it: give it a default",
  },
  {
    pattern: /\badd\s+(constraint|check|foreign|unique|primary)\b(?![^;]*\bnot\s+valid\b)/i,
    objection:
      "every row is checked under a lock: add it NOT VALID, validate it in a later migration",
  },
  {
    pattern: /^\s*(update|delete|truncate)\b/i,
    objection: "rows are moved in portions, by the application or the operator",
  },
];

const MADE_HERE = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi;
const INDEX_ON = /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)[^;]*?\bon\s+"?(\w+)"?/i;
const ALTERED = /^\s*alter\s+table\s+(?:only\s+)?"?(\w+)"?/i;

/** The statements, each with the comments before it, without function bodies. */
function statementsOf(sql: string): { text: string; excused: boolean }[] {
  const parts = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").split(";");
  return parts.map((part) => ({ text: part.replace(/--.*$/gm, ""), excused: EXCUSE.test(part) }));
}

/** A migration's violations, each with its statement; none if it may land. */
export function objectionsTo(sql: string): string[] {
  const own = new Set(Array.from(sql.matchAll(MADE_HERE), ([, table]) => table));
  const found: string[] = [];
  for (const { text, excused } of statementsOf(sql)) {
    const isOwn = own.has(ALTERED.exec(text)?.[1]);
    if (excused || isOwn) continue;
    const object = (objection: string) =>
      found.push(`${text.trim().replace(/\s+/g, " ").slice(0, 100)}: ${objection}`);
    for (const { pattern, objection } of RULES) if (pattern.test(text)) object(objection);
    const indexed = INDEX_ON.exec(text)?.[1];
    if (indexed && !own.has(indexed)) {
      object("nobody can write meanwhile: make it CONCURRENTLY, alone in its migration");
    }
  }
  return found;
}
