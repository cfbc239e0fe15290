import type { ReactNode } from "react";
import { Page } from "#components/ui/page.tsx";
import type { Heading } from "./markdown.tsx";

type RailLink = { href: string; title: string; parts?: { href: string; title: string }[] };

/** Links under a title that opens them, if there are several groups of them. */
export type RailGroup = { title?: string; isOpen?: boolean; links: RailLink[] };

/** Links to a text's sections, if it has several. */
export function sectionLinks(headings: Heading[]): { href: string; title: string }[] {
  const sections = headings.filter(({ level }) => level === 2);
  return sections.length < 2
    ? []
    : sections.map(({ id, text }) => ({ href: `#${id}`, title: text }));
}

function Links({ links, current }: { links: RailLink[]; current: string }) {
  return (
    <ul>
      {links.map(({ href, title, parts = [] }) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? "page" : undefined}>
            {title}
          </a>
          {parts.length > 0 && <Links links={parts} current={current} />}
        </li>
      ))}
    </ul>
  );
}

type TextColumnsProps = {
  label: string;
  groups: RailGroup[];
  /** The current page's path. */
  current: string;
  /** Whether the content is wider than text. */
  isWide?: boolean;
  children: ReactNode;
};

/** A text with links to the other pages: in a rail at the left of wide screens, otherwise below. */
export function TextColumns({
  label,
  groups,
  current,
  isWide = false,
  children,
}: TextColumnsProps) {
  return (
    <Page width="list">
      <div className="grid gap-x-6 gap-y-6 desk:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
        <article className={`min-w-0 ${isWide ? "" : "max-w-reading"} desk:col-start-2`}>
          {groups.length > 1 && (
            <a href="#contents" className="link-alone desk:hidden print:hidden">
              Contents
            </a>
          )}
          {children}
        </article>
        <nav id="contents" aria-label={label} className="rail">
          {groups.map(({ title, isOpen, links }) =>
            title ? (
              <details key={title} open={isOpen}>
                <summary>{title}</summary>
                <Links links={links} current={current} />
              </details>
            ) : (
              <Links key={label} links={links} current={current} />
            ),
          )}
        </nav>
      </div>
    </Page>
  );
}
