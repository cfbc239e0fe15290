import type { ReactNode } from "react";
import { Page } from "#components/ui/page.tsx";
import { Shell } from "../shell.tsx";
import { CHAPTERS, entryPath } from "./reference.ts";

const LINK = "block py-0.5 hover:underline";

/** The chapters, and the entries of the current one. Links to chapters lead to the contents. */
function Contents({ current }: { current: string }) {
  const linkTo = (href: string, title: string, look = "") => (
    <a
      href={href}
      aria-current={href === current ? "page" : undefined}
      className={`${LINK} ${href === current ? "font-strong" : look}`}
    >
      {title}
    </a>
  );
  return (
    <ul className="text-small">
      <li className="mb-1">{linkTo("/docs", "API reference")}</li>
      <li className="mb-1">{linkTo("/docs/conventions", "Conventions")}</li>
      {CHAPTERS.map(({ id, title, entries }) => (
        <li key={id} className="mb-1">
          {linkTo(`/docs#${id}`, title)}
          {entries.some((entry) => entryPath(entry) === current) && (
            <ul className="mb-2 border-line border-l pl-1.5">
              {entries.map((entry) => (
                <li key={entry.id}>
                  {linkTo(entryPath(entry), entry.title, "text-quiet hover:text-ink")}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A page of the reference: the contents at the side of wide screens, and a way back to them on others. */
export function ReferencePage({ current, children }: { current: string; children: ReactNode }) {
  return (
    // Three columns need a wider page; the header and footer match. Long lines of code wrap in print.
    <div className="[--container-list:88rem] print:[&_pre]:w-auto print:[&_pre]:whitespace-pre-wrap print:[&_pre]:wrap-anywhere">
      <Shell current="/docs">
        <Page width="list">
          <div className="grid-cols-[11.5rem_minmax(0,1fr)] gap-x-5 desk:grid print:block">
            <nav
              aria-label="Contents"
              className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto pt-2 pr-1 pb-3 desk:block print:hidden"
            >
              <Contents current={current} />
            </nav>
            <div className="min-w-0">
              {current !== "/docs" && (
                <a
                  href="/docs"
                  className="-mt-1 mb-1 inline-block py-0.5 text-quiet text-small underline desk:hidden print:hidden"
                >
                  API reference
                </a>
              )}
              {children}
            </div>
          </div>
        </Page>
      </Shell>
    </div>
  );
}
