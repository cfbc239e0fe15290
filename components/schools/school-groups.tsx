import type { ReactNode } from "react";
import { SchoolTile } from "./school-tile.tsx";

/** Where the tiles lead: to `<to>/<school_id>`. */
type Target = { to: "/schools" | "/give" };
type Tiled = { school_id: string; name: string };
/** `anchor` names it in the address of its part of the page. */
type Conference = { name: string; anchor: string; schools: Tiled[] };

function Tiles({ schools, to }: Target & { schools: Tiled[] }) {
  return (
    <ul className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-1.5 gap-y-2 wide:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] desk:gap-x-2">
      {schools.map(({ school_id, name }) => (
        <li key={school_id} className="school-link relative min-w-0">
          <SchoolTile schoolId={school_id} className="rounded-box" />
          {/* The link covers the tile, too. */}
          <a
            href={`${to}/${school_id}`}
            className="mt-0.5 block font-strong text-small after:absolute after:inset-0 hover:underline"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

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
      <Tiles schools={schools} to={to} />
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
