import type { ReactNode } from "react";
import { SchoolTiles } from "./school-tiles.tsx";

/** Where the tiles lead: to `<to>/<school_id>`. */
type Target = { to: "/schools" | "/give" };
type Tiled = { school_id: string; name: string };
/** `anchor` names it in the address of its part of the page. */
type Conference = { name: string; anchor: string; schools: Tiled[] };

type GroupProps = Target & {
  id: string;
  title: string;
  schools: Tiled[];
  /** How many there are, if not all of them are shown. */
  total?: number;
  /** Below the tiles. */
  more?: ReactNode;
};

/** Schools as tiles under a heading. Empty: nothing. */
export function SchoolGroup({ id, title, schools, to, total = schools.length, more }: GroupProps) {
  if (schools.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-5">
      <h2 id={id} className="display text-d28">
        {title} <span className="text-quiet">{total}</span>
      </h2>
      <SchoolTiles schools={schools} to={to} />
      {more}
    </section>
  );
}

/** Every school by conference, below links to the conferences: on a phone, these are one line that scrolls. */
export function ConferenceGroups({ conferences, to }: Target & { conferences: Conference[] }) {
  return (
    <>
      <nav
        aria-label="Conferences"
        className="-mx-1.25 mt-4 flex overflow-x-auto border-line border-b wide:flex-wrap"
      >
        {conferences.map(({ name, anchor }) => (
          <a
            key={name}
            href={`#${anchor}`}
            className="inline-flex min-h-6 shrink-0 items-center px-1.25 hover:underline"
          >
            {name}
          </a>
        ))}
      </nav>
      {conferences.map(({ name, anchor, schools }) => (
        <SchoolGroup key={name} id={anchor} title={name} schools={schools} to={to} />
      ))}
    </>
  );
}
