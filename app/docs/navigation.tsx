import type { Chapter } from "./model.ts";

const LINK = "block py-0.5 hover:underline";

function Chapters({ chapters }: { chapters: Chapter[] }) {
  return (
    <ul className="text-small">
      {chapters.map(({ id, title, entries }) => (
        <li key={id} className="mb-2">
          <a href={`#${id}`} className={`${LINK} font-strong`}>
            {title}
          </a>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <a href={`#${entry.id}`} className={`${LINK} text-quiet hover:text-ink`}>
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** At the side on wide screens, otherwise collapsed above the text. CSS shows one of the two. */
export function Navigation({ chapters }: { chapters: Chapter[] }) {
  return (
    <>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto pt-2 pr-1 pb-3 desk:block print:hidden"
      >
        <Chapters chapters={chapters} />
      </nav>
      <nav aria-label="Contents" className="mb-4 border-line border-y desk:hidden print:hidden">
        <details>
          <summary className="py-1.5 font-strong">Contents</summary>
          <div className="pb-1 wide:columns-2">
            <Chapters chapters={chapters} />
          </div>
        </details>
      </nav>
    </>
  );
}
