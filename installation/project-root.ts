import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of package.json: the same whether this runs from source or from a bundle in `dist/`. */
export const projectRoot = findProjectRoot(import.meta.dirname);

function findProjectRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("No package.json above the running code.");
  return findProjectRoot(parent);
}
