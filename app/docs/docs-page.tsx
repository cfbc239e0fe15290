import type { ReactNode } from "react";
import { GUIDES } from "../../generated/guides.ts";
import type { Heading } from "../(about)/markdown.tsx";
import { type RailGroup, sectionLinks, TextColumns } from "../(about)/text-columns.tsx";
import { Shell } from "../shell.tsx";
import type { Chapter } from "./model.ts";
import { CHAPTERS, entryPath } from "./reference.ts";

/** A chapter, with its entries if the current one is among them. It leads to the contents. */
function chapterLink({ id, title, entries }: Chapter, current: string) {
  const isCurrent = entries.some((entry) => entryPath(entry) === current);
  const parts = entries.map((entry) => ({ href: entryPath(entry), title: entry.title }));
  return { href: `/docs#${id}`, title, parts: isCurrent ? parts : [] };
}

function groupsFor(current: string, headings: Heading[]): RailGroup[] {
  const guides = GUIDES.map(({ name, title }) => {
    const href = `/docs/${name}`;
    return { href, title, parts: href === current ? sectionLinks(headings) : [] };
  });
  const isGuide = guides.some(({ href }) => href === current);
  const reference = [
    { href: "/docs", title: "Overview" },
    { href: "/docs/conventions", title: "Conventions" },
    ...(isGuide ? [] : CHAPTERS.map((chapter) => chapterLink(chapter, current))),
  ];
  return [
    { title: "Guides", links: guides },
    { title: "API reference", links: reference },
  ];
}

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
          {children}
        </TextColumns>
      </Shell>
    </div>
  );
}
