import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { Monogram, SchoolArt } from "./school-art.tsx";

const markupOf = (schoolId: string, colors: string[]) =>
  renderToStaticMarkup(<SchoolArt schoolId={schoolId} colors={colors} className="art" />);

describe("a school's art", () => {
  it("has small markup for every school", () => {
    for (const { school_id, colors } of data.schools) {
      const { length } = markupOf(school_id, colors);
      expect(length, school_id).toBeGreaterThan(300);
      expect(length, school_id).toBeLessThan(1_200);
    }
  });

  it("is decorative and has no inline styles, which the content security policy blocks", () => {
    for (const { school_id, colors } of data.schools) {
      const markup = markupOf(school_id, colors);
      expect(markup).toMatch(/^<svg viewBox="0 0 640 320" preserveAspectRatio="xMaxYMid slice" /);
      expect(markup).toContain('class="art" aria-hidden="true" focusable="false"');
      expect(markup).not.toContain("style");
    }
  });

  it("never copies an id or an invalid color into the markup", () => {
    const markup = markupOf('"><script>', ['"><script>', "url(//evil.example)"]);
    expect(markup).not.toMatch(/script|evil/);
  });
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
