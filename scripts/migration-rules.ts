/**
 * Rules for migrations, so that processes of the previous release keep working: they only add, and lock
 * nothing for long. docs/decisions/0023 has the reasons and alternatives.
 */

/** A comment right before a statement that exempts it, with the reason. */
const EXEMPT = /^\s*--\s*safe:\s*\S/im;

type Rule = { pattern: RegExp; message: string };

const RULES: Rule[] = [
  {
    pattern: /\bdrop\s+(?!index\s+concurrently\b)\w+/i,
    message: "drops what the previous release may still use",
  },
  { pattern: /\brename\b/i, message: "the previous release uses the old name" },
  {
    pattern: /\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i,
    message: "rewrites the table and breaks prepared statements: add another column",
  },
  {
    pattern: /\bset\s+not\s+null\b/i,
    message: "the previous release may write null, and every row is read under a lock",
  },
  {
    pattern: /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/i,
    message: "the previous release doesn't set it: give it a default",
  },
  {
    pattern: /\badd\s+(constraint|check|foreign|unique|primary)\b(?![^;]*\bnot\s+valid\b)/i,
    message:
      "every row is checked under a lock: add it NOT VALID, and validate it in a later migration",
  },
  {
    pattern: /^\s*(update|delete|truncate)\b/i,
    message: "change rows in batches, in the application or the operator command",
  },
];

const CREATED_TABLE = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi;
const INDEX_ON = /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)[^;]*?\bon\s+"?(\w+)"?/i;
const ALTERED_TABLE = /^\s*alter\s+table\s+(?:only\s+)?"?(\w+)"?/i;

/** The statements, each with the comments before it, without function bodies. */
function statementsOf(sql: string): { text: string; exempt: boolean }[] {
  const parts = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").split(";");
  return parts.map((part) => ({ text: part.replace(/--.*$/gm, ""), exempt: EXEMPT.test(part) }));
}

/** A migration's violations, each with its statement; none if it may land. */
export function findViolations(sql: string): string[] {
  const createdHere = new Set(Array.from(sql.matchAll(CREATED_TABLE), ([, table]) => table));
  const violations: string[] = [];
  for (const { text, exempt } of statementsOf(sql)) {
    const isNew = createdHere.has(ALTERED_TABLE.exec(text)?.[1]);
    if (exempt || isNew) continue;
    const report = (message: string) =>
      violations.push(`${text.trim().replace(/\s+/g, " ").slice(0, 100)}: ${message}`);
    for (const { pattern, message } of RULES) if (pattern.test(text)) report(message);
    const indexed = INDEX_ON.exec(text)?.[1];
    if (indexed && !createdHere.has(indexed)) {
      report("blocks writes: create it CONCURRENTLY, alone in its migration");
    }
  }
  return violations;
}
