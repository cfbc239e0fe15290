/** Checks the import boundaries of the whole project. As a script, it prints the violations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { judgeName, judgeText, RULES } from "./boundary-rules.ts";
import { findSources, type Import, readImports } from "./imports.ts";

const TEST = /(\.(test|spec)\.tsx?$)|^(packages\/[^/]+\/)?(test|bench|e2e)\//;

/** One line per violation: where, what, and what to do instead. */
export function checkBoundaries(root: string): string[] {
  const files = findSources(root);
  const imports = new Map(files.map((file) => [file, readImports(root, file)]));
  return [
    ...files.flatMap((file) => {
      const lesson = judgeName(file);
      return lesson ? [`${file}: ${lesson}`] : [];
    }),
    ...files
      .filter((file) => !TEST.test(file))
      .flatMap((file) => {
        const lesson = judgeText(file, readFileSync(join(root, file), "utf8"));
        return [...(lesson ? [`${file}: ${lesson}`] : []), ...breaches(imports.get(file) ?? [])];
      }),
    ...findCycles(imports).map(
      (cycle) =>
        `${cycle[0]}: imports itself by way of ${cycle.slice(1).join(" → ")}. Move what both need into a file below them.`,
    ),
  ];
}

function breaches(imports: Import[]): string[] {
  return imports.flatMap((found) =>
    RULES.filter(({ about, forbids }) => about(found.from) && forbids(found)).map(
      ({ lesson }) => `${found.from}:${found.line}: imports ${found.to}. ${lesson}`,
    ),
  );
}

/** Each import cycle once, as a path. Type imports are erased and cause no cycles. */
function findCycles(imports: Map<string, Import[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: string[]) => {
    const at = path.indexOf(file);
    if (at !== -1) cycles.push([...path.slice(at), file]);
    if (at !== -1 || done.has(file)) return;
    for (const { to, isTypeOnly } of imports.get(file) ?? []) {
      if (!isTypeOnly && imports.has(to)) visit(to, [...path, file]);
    }
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}

if (import.meta.main) {
  const lines = checkBoundaries(projectRoot);
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.exitCode = lines.length ? 1 : 0;
}
