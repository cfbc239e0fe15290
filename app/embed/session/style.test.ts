/** The flow's stylesheet has the classes of every component that its pages are made of. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { readImports } from "../../../scripts/imports.ts";

const STYLESHEET = "components/giving/embed.css";

/** The files with markup that these are made of, themselves included. */
function markupOf(files: string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    const imported = readImports(projectRoot, file).filter(
      (one) => !one.isPackage && !one.isTypeOnly,
    );
    for (const { to } of imported) if (/\.tsx?$/.test(to)) found.add(to);
  }
  return [...found].filter((file) => file.endsWith(".tsx"));
}

it("names every file with markup that a page of the flow imports", () => {
  const css = readFileSync(join(projectRoot, STYLESHEET), "utf8");
  const sources = [...css.matchAll(/^@source "(.+)";$/gm)].map(([, glob]) =>
    join(dirname(STYLESHEET), glob as string),
  );
  const pages = globSync("app/embed/**/*.tsx", { cwd: projectRoot });
  const markup = markupOf(pages);
  expect(markup.length).toBeGreaterThan(pages.length);
  const missing = markup.filter((file) => !sources.some((glob) => matchesGlob(file, glob)));
  expect(missing).toEqual([]);
});
