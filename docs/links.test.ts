/** Every file that the README, the guides, and the decision records name is there. */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "..");
const documents = ["README.md", ...globSync("docs/**/*.md", { cwd: root })];
const topLevel =
  "app|admin|bench|components|deploy|docs|e2e|inngest|installation|lib|packages|prisma|public|scripts|server|test";
/** `lib/money.ts`, `lib/donations/`, `app/v1/donations/request/route.ts`, without placeholders. */
const NAMED = new RegExp(`\`((?:${topLevel})/[\\w./()[\\]-]*)\``, "g");
/** A package's export, an event, and a file that an operator makes. */
const NOT_OURS = ["inngest/edge", "inngest/scheduled.timer", "deploy/.env"];
const LINKED = /\]\((?!https?:|#)([^)#\s]+)/g;

describe.each(documents)("%s", (document) => {
  const text = readFileSync(path.join(root, document), "utf8");

  it("names only files and folders that exist, by their path or the beginning of it", () => {
    for (const [, name = ""] of text.matchAll(NAMED)) {
      if (NOT_OURS.includes(name)) continue;
      const exists =
        existsSync(path.join(root, name)) || globSync(`${name}.*`, { cwd: root }).length > 0;
      expect.soft(exists, name).toBe(true);
    }
  });

  it("links only to files that exist", () => {
    for (const [, target = ""] of text.matchAll(LINKED)) {
      const file = path.join(root, path.dirname(document), target);
      expect.soft(existsSync(file), target).toBe(true);
    }
  });
});
