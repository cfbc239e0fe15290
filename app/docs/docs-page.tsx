import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Heading } from "../(about)/markdown.tsx";
import { type RailGroup, sectionLinks, TextColumns } from "../(about)/text-columns.tsx";
import { Shell } from "../shell.tsx";
import { GUIDE_GROUPS } from "./guides.ts";
import type { Chapter } from "./model.ts";
import { CHAPTERS, entryPath } from "./reference.ts";

/** A chapter, with its entries if the current one is among them. It leads to the contents. */
function chapterLink({ id, title, entries }: Chapter, current: string) {
  const isCurrent = entries.some((entry) => entryPath(entry) === current);
  const parts = entries.map((entry) => ({ href: entryPath(entry), title: entry.title }));
  return { href: `/docs#${id}`, title, parts: isCurrent ? parts : [] };
}

function groupsFor(current: string, headings: Heading[]): RailGroup[] {
  const guides = Array.from(GUIDE_GROUPS, ([title, pages]) => {
    const parts = sectionLinks(headings);
    const links = pages.map(({ href, title }) => {
      return { href, title, parts: href === current ? parts : [] };
    });
    const isOpen = pages.some(({ href }) => href === current);
    return { title, isOpen, links };
  });
  const isGuide = guides.some(({ isOpen }) => isOpen);
  const isEntry = CHAPTERS.some(({ entries }) => entries.some((one) => entryPath(one) === current));
  const reference = [
    { href: "/docs", title: "Overview" },
    { href: "/docs/conventions", title: "Conventions" },
    ...(isEntry ? CHAPTERS.map((chapter) => chapterLink(chapter, current)) : []),
  ];
  return [...guides, { title: "API reference", isOpen: !isGuide, links: reference }];
}

/** To the page of results, which has a field of its own. */
const SearchField = () => (
  <search className="mb-3 block print:hidden">
    <form action="/docs/search" className="flex max-w-form gap-1">
      <input
        name="q"
        type="search"
        aria-label="Search the documentation"
        placeholder="Guides and reference"
        autoComplete="off"
        maxLength={100}
        className="w-full min-w-0 rounded-box border border-edge bg-sheet px-1.5 text-ink"
      />
      <Button look="quiet">Search</Button>
    </form>
  </search>
);

type DocsPageProps = { current: string; headings?: Heading[]; children: ReactNode };

/** A guide, with its headings, or a page of the reference: one frame for both. */
export function DocsPage({ current, headings, children }: DocsPageProps) {
  return (
    // Three columns need a wider page; the header and footer match.
    <div className="[--container-list:88rem]">
      <Shell current="/docs">
        <TextColumns
          label="Documentation"
          groups={groupsFor(current, headings ?? [])}
          current={current}
          isWide={headings === undefined}
        >
          {current !== "/docs/search" && <SearchField />}
          {children}
        </TextColumns>
      </Shell>
    </div>
  );
}
