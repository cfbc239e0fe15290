import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../(about)/markdown.tsx";
import { GUIDE_PAGES } from "../guides.ts";
import { searchDocs, sectionsOf } from "./sections.ts";

it.each(GUIDE_PAGES.map((guide) => [guide.name, guide] as const))(
  "the sections of %s are its headings",
  (_, guide) => {
    expect(sectionsOf(guide).map(({ href }) => href)).toEqual(
      renderMarkdown(guide.markdown).headings.map(({ id }) => `${guide.href}#${id}`),
    );
  },
);

describe("searchDocs", () => {
  it.each([
    ["DONATION_DUPLICATE", "/docs/errors#donation-duplicate"],
    ["donation.completed", "/docs/api/donationCompleted"],
    ["rotate the secret", "/docs/webhooks#rotate-the-secret"],
    ["request donation", "/docs/api/requestDonation"],
    ["rate limit", "/docs/limits#requests"],
    ["pgbackrest OR backup", "/docs/maintenance#backup-and-restore"],
    ["funds", "/docs/foundations#change-a-fund"],
    ["notify_cardholder", "/docs/api/requestDonation"],
  ])("%s", (query, href) => {
    expect(searchDocs(query).map((one) => one.href)).toContain(href);
  });

  it("an exact title comes first", () => {
    expect(searchDocs("Points are checked")[0]?.href).toBe("/docs/donations#points-are-checked");
    expect(searchDocs("DONATION_DUPLICATE")[0]?.href).toBe("/docs/errors#donation-duplicate");
  });

  it("shows the text around a word, without Markdown", () => {
    const [first] = searchDocs("fraud_review");
    expect(first?.snippet).toContain("fraud_review");
    expect(first?.snippet).not.toMatch(/[`*]|\]\(/);
  });

  it("finds nothing for no words, unknown words, and signs, and takes a query of any length", () => {
    for (const query of ["", "   ", "?!", "qqqzzz", "\u0000"])
      expect(searchDocs(query)).toEqual([]);
    expect(searchDocs("a ".repeat(50_000)).length).toBeLessThanOrEqual(20);
    expect(searchDocs("donation").length).toBe(20);
  });
});
