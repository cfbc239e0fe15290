import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { directoryFile } from "#lib/schools/directory.ts";
import data from "#prisma/data/schools.json" with { type: "json" };
import { Monogram, SchoolArt, SchoolMark } from "./school-art.tsx";

const { schools } = directoryFile.parse(data);

const markupOf = (school: Parameters<typeof SchoolArt>[0]["school"]) =>
  renderToStaticMarkup(<SchoolArt school={school} className="art" />);

describe("a school's art", () => {
  it("has small markup for every school", () => {
    for (const school of schools) {
      const { length } = markupOf(school);
      expect(length, school.name).toBeGreaterThan(300);
      expect(length, school.name).toBeLessThan(1_200);
    }
  });

  it("is decorative and has no inline styles, which the content security policy blocks", () => {
    for (const school of schools) {
      const markup = markupOf(school);
      expect(markup).toMatch(
        /^<svg viewBox="0 0 640 320" preserveAspectRatio="(none|xMaxYMid slice)" /,
      );
      expect(markup).toContain('class="art" aria-hidden="true" focusable="false"');
      expect(markup).not.toContain("style");
    }
  });

  it("never copies an id or an invalid color into the markup", () => {
    const colors = ['"><script>', "url(//evil.example)"];
    const markup = markupOf({ school_id: '"><script>', colors, motif: "arcs" });
    expect(markup).not.toMatch(/script|evil/);
  });
});

it("a school's mark replaces its monogram", () => {
  const school = { school_id: "x", name: "X", monogram: "X", colors: [], motif: "arcs" as const };
  const markOf = (hasMark: boolean) =>
    renderToStaticMarkup(<SchoolMark school={{ ...school, hasMark }} className="h-4" />);
  expect(markOf(true)).toContain('<img src="/monograms/mark/x" alt="" class="h-4"/>');
  expect(markOf(true)).not.toContain("<svg");
  expect(markOf(false)).toBe(renderToStaticMarkup(<Monogram letters="X" className="h-4" />));
});

describe("a monogram", () => {
  it("has the color of the surrounding text", () => {
    const markup = renderToStaticMarkup(<Monogram letters="OSU" className="h-4" />);
    expect(markup).toMatch(/^<svg viewBox="0 0 \d+ 800" class="h-4" fill="currentcolor"/);
    expect(markup).toContain('aria-hidden="true"');
    expect(markup).not.toContain("style");
  });

  it("is empty without letters", () => {
    expect(renderToStaticMarkup(<Monogram letters="" />)).toContain('viewBox="0 0 0 800"');
  });
});
