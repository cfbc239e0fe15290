/** Checks the import boundaries of the whole project. As a script, it prints the violations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { judgeName, judgeText, RULES } from "./boundary-rules.ts";
import { findSources, type Import, readImports } from "./imports.ts";

const TEST = /(\.(test|spec)\.tsx?$)|^(packages\/[^/]+\/)?(test|bench|e2e)\//;

/** One line per violation: where, what, and what to do instead. Import cycles are found by Biome (biome.json). */
export function checkBoundaries(root: string): string[] {
  return findSources(root).flatMap((file) => {
    const name = judgeName(file);
    const ofName = name ? [`${file}: ${name}`] : [];
    if (TEST.test(file)) return ofName;
    const text = judgeText(file, readFileSync(join(root, file), "utf8"));
    const ofText = text ? [`${file}: ${text}`] : [];
    return [...ofName, ...ofText, ...readImports(root, file).flatMap(breaches)];
  });
}

const breaches = (found: Import): string[] =>
  RULES.filter(({ about, forbids }) => about(found.from) && forbids(found)).map(
    ({ lesson }) => `${found.from}:${found.line}: imports ${found.to}. ${lesson}`,
  );

if (import.meta.main) {
  const lines = checkBoundaries(projectRoot);
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.exitCode = lines.length ? 1 : 0;
}
