/** Checks the import boundaries of the whole project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkName, checkText, RULES } from "./boundary-rules.ts";
import { findSources, type Import, readImports } from "./imports.ts";

const TEST = /(\.(test|spec)\.tsx?$)|^(packages\/[^/]+\/)?(test|bench|e2e)\//;

/** One line per violation: where, what, and what to do instead. Import cycles are found by Biome (biome.json). */
export function checkBoundaries(root: string): string[] {
  return findSources(root).flatMap((file) => {
    const name = checkName(file);
    const nameViolation = name ? [`${file}: ${name}`] : [];
    if (TEST.test(file)) return nameViolation;
    const text = checkText(file, readFileSync(join(root, file), "utf8"));
    const textViolation = text ? [`${file}: ${text}`] : [];
    return [...nameViolation, ...textViolation, ...readImports(root, file).flatMap(violations)];
  });
}

const violations = (found: Import): string[] =>
  RULES.filter(({ appliesTo, forbids }) => appliesTo(found.from) && forbids(found)).map(
    ({ message }) => `${found.from}:${found.line}: imports ${found.to}. ${message}`,
  );
