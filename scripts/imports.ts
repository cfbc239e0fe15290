/** The project's imports, parsed from the text without a compiler. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export type Import = {
  from: string;
  /** A file relative to the project, or the name of a package. */
  to: string;
  isPackage: boolean;
  isTypeOnly: boolean;
  names: string[];
  line: number;
};

const SKIPPED_FOLDERS = new Set(["node_modules", "generated", "dist", "test-results"]);

// The formatter puts every import at the start of a line, so text in strings is not matched.
const STATEMENTS = [
  /^(?:import|export)\s+(?<type>type\s+)?[^;'"`]*?\bfrom\s*["'](?<to>[^"']+)["']/gm,
  /^import\s*["'](?<to>[^"']+)["']/gm,
];
const CALL = /\bimport\(\s*["'`](?<to>[^"'`$]+)["'`]/g;
/** Aliases for folders of packages/, from package.json. */
const PACKAGE = /^(client|demo-bank|inngest-postgres)\//;
const COMMENT = /^\s*(\/\/|\/?\*)/;

/** The files of a project whose path matches, relative to it; without hidden ones, dependencies, and build output. */
export function findFiles(root: string, pattern: RegExp, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".") || SKIPPED_FOLDERS.has(entry.name)) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return findFiles(root, pattern, path);
    return pattern.test(path) ? [path] : [];
  });
}

export const findSources = (root: string): string[] => findFiles(root, /(?<!\.d)\.tsx?$/);

export function readImports(root: string, from: string): Import[] {
  const text = readFileSync(join(root, from), "utf8");
  const statements = STATEMENTS.flatMap((pattern) => [...text.matchAll(pattern)]);
  const calls = [...text.matchAll(CALL)].filter(
    (match) => !COMMENT.test(lineOf(text, match.index)),
  );
  return [...statements, ...calls].map((match) => {
    const { type, to = "" } = match.groups ?? {};
    const file = resolve(root, from, to);
    return {
      from,
      to: file ?? to,
      isPackage: file === undefined,
      isTypeOnly: type !== undefined,
      names: namesIn(match[0]),
      line: text.slice(0, match.index).split("\n").length,
    };
  });
}

/** `import { a, type B, c as d } from …` → a, c */
function namesIn(statement: string): string[] {
  const [, listed = ""] = /\{([^}]*)\}/.exec(statement) ?? [];
  const names = listed.split(",").map((name) => name.trim().replace(/\s+as\s.*/, ""));
  return names.filter((name) => name !== "" && !name.startsWith("type "));
}

function lineOf(text: string, index: number): string {
  return text.slice(text.lastIndexOf("\n", index) + 1, index);
}

/** `#lib/money.ts` and `../money.ts` are files, anything else is a package. */
function resolve(root: string, from: string, to: string): string | undefined {
  if (to.startsWith("#")) return to.slice(1).replace(PACKAGE, "packages/$1/");
  if (!to.startsWith(".")) return undefined;
  return relative(root, join(root, dirname(from), to));
}
