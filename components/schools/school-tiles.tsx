import type { ReactNode } from "react";

type TileSchool = { school_id: string; name: string };

/**
 * A school's art with its monogram, out of one file for all schools. Decorative: the name is next to it or in text for
 * screen readers.
 */
export function SchoolTile({ schoolId, className }: { schoolId: string; className?: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: our own SVG, small and cached, with nothing to optimize
    <img
      src={`/monograms/tiles.svg#${schoolId}`}
      alt=""
      loading="lazy"
      className={`school-tile ${className ?? ""}`.trim()}
    />
  );
}

/** Column widths for names only, and for names with details. */
const COLUMNS = {
  narrow:
    "grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] wide:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]",
  roomy:
    "grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] wide:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]",
} as const;

/** Schools as tiles, each linked to `<to>/<school_id>`. A page may have all: their classes are in globals.css. */
export function SchoolTiles<School extends TileSchool>({
  schools,
  to,
  children,
}: {
  schools: School[];
  to: "/schools" | "/give";
  /** The details below a school's name. */
  children?: (school: School) => ReactNode;
}) {
  return (
    <ul
      className={`mt-1.5 grid gap-x-1.5 gap-y-2 desk:gap-x-2 ${COLUMNS[children ? "roomy" : "narrow"]}`}
    >
      {schools.map((school) => (
        <li key={school.school_id} className="school-link">
          <SchoolTile schoolId={school.school_id} />
          <a href={`${to}/${school.school_id}`}>{school.name}</a>
          {children?.(school)}
        </li>
      ))}
    </ul>
  );
}

/** A school's place and conference, to tell similar names apart. */
export function SchoolPlace(school: { city: string; state: string; conference: string }) {
  return (
    <p className="text-fine text-quiet">
      {school.city}, {school.state} <span className="whitespace-nowrap">· {school.conference}</span>
    </p>
  );
}

/** Tiles link to `<to>/<school_id>`. */
type Target = { to: "/schools" | "/give" };
/** `anchor` is the URL fragment of its section. */
type Conference = { name: string; anchor: string; schools: TileSchool[] };

type GroupProps = Target & {
  id: string;
  title: string;
  schools: TileSchool[];
  /** The total count, if not all schools are shown. */
  total?: number;
  /** Shown below the tiles. */
  more?: ReactNode;
};

/** Schools as tiles under a heading. Renders nothing without schools. */
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

/** All schools by conference, below links to the conferences, which scroll sideways on a phone. */
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
