import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json, whether this runs from source, from `dist/`, or from a Next.js bundle. */
// Next.js 16.4 gives its bundles no `import.meta.dirname`.
export const projectRoot = findProjectRoot(dirname(fileURLToPath(import.meta.url)));

/** Sets the variables in `.env`, if there is one, that aren't set already. */
export function loadEnvFile(): void {
  const file = join(projectRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

function findProjectRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("No package.json above the running code.");
  return findProjectRoot(parent);
}
