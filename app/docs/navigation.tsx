import type { Reference } from "./reference.ts";

type Chapter = { id: string; title: string; entries: { id: string; title: string }[] };

function chaptersOf({ conventions, groups, webhooks }: Reference): Chapter[] {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, title: name });
  return [
    { id: "conventions", title: "Conventions", entries: conventions },
    ...groups.map((group) => ({ ...named(group), entries: group.operations.map(named) })),
    {
      id: "webhooks",
      title: webhooks.name,
      entries: [
        { id: "webhook-deliveries", title: "Every delivery" },
        ...webhooks.events.map(named),
      ],
    },
  ];
}

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

/** At the side if there is room, otherwise collapsed above the text. Only one of the two is visible. */
export function Navigation({ reference }: { reference: Reference }) {
  const chapters = chaptersOf(reference);
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
