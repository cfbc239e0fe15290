import type { ReactNode } from "react";
import { Page } from "#components/ui/page.tsx";
import type { Heading } from "./markdown.tsx";

/** The current page's sections, on screens wide enough for the side navigation. */
function Sections({ headings }: { headings: Heading[] }) {
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < 2) return null;
  return (
    <ul className="mb-1 hidden border-line border-l pl-1.5 text-small desk:block">
      {sections.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

type TextColumnsProps = {
  label: string;
  links: { href: string; title: string }[];
  /** The current page's path. */
  current: string;
  headings: Heading[];
  children: ReactNode;
};

/** A text with links to its sibling pages: at the side on wide screens, otherwise below. */
export function TextColumns({ label, links, current, headings, children }: TextColumnsProps) {
  return (
    <Page width="list">
      <div className="grid gap-x-8 gap-y-6 desk:grid-cols-[minmax(0,44rem)_14rem] desk:justify-between">
        <article className="min-w-0 max-w-reading">{children}</article>
        <nav
          aria-label={label}
          className="text-links border-line border-t pt-2 desk:sticky desk:top-3 desk:max-h-dvh desk:self-start desk:overflow-y-auto desk:border-t-0 desk:pt-0 print:hidden"
        >
          <ul>
            {links.map(({ href, title }) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? "page" : undefined}>
                  {title}
                </a>
                {href === current && <Sections headings={headings} />}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  );
}
