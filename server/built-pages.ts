/** The pages of a build of Next.js 16.4. test/process/framework.test.ts fails if it lists them elsewhere. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The built pages and route handlers, by their folder names: `/schools/[school_id]`. Handlers render nothing.
 * @param root the project's folder
 */
export function builtPages(root: string): { pages: string[]; handlers: Set<string> } {
  const file = join(root, ".next", "app-path-routes-manifest.json");
  // File → folder: `/(portal)/schools/[school_id]/page` → `/schools/[school_id]`.
  const folders: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const handlers = Object.keys(folders).filter((name) => name.endsWith("/route"));
  return {
    pages: Object.values(folders),
    handlers: new Set(handlers.map((name) => folders[name] as string)),
  };
}
