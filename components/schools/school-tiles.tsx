import type { ReactNode } from "react";

/** `href` is where its tile leads, if not to `<to>/<school_id>`. */
type TileSchool = { school_id: string; name: string; href?: string };

/**
 * A school's art with its monogram, out of one file for all schools. Decorative: the name is next to it or in text for
 * screen readers. Its look is in globals.css.
 */
export const SchoolTile = ({ schoolId, className }: { schoolId: string; className?: string }) => (
  // biome-ignore lint/performance/noImgElement: our own SVG, small and cached, with nothing to optimize
  <img src={`/monograms/tiles.svg#${schoolId}`} alt="" loading="lazy" className={className} />
);

/** Column widths for names only, for names with details, and for the few schools that someone usually gives to. */
const COLUMNS = {
  narrow:
    "grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] wide:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]",
  roomy:
    "grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] wide:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]",
  large: "grid-cols-2 wide:grid-cols-4 [&_a]:text-base",
} as const;

type TilesProps<School> = {
  schools: School[];
  to: "/schools" | "/give";
  columns?: keyof typeof COLUMNS;
  /** The details below a school's name. */
  children?: (school: School) => ReactNode;
};

/** Schools as tiles, each linked to `<to>/<school_id>`. A page may have all: their classes are in globals.css. */
export function SchoolTiles<School extends TileSchool>(props: TilesProps<School>) {
  const { schools, to, children, columns = children ? "roomy" : "narrow" } = props;
  return (
    <ul className={`school-tiles mt-1.5 grid gap-x-1.5 gap-y-2 desk:gap-x-2 ${COLUMNS[columns]}`}>
      {schools.map((school) => (
        <li key={school.school_id}>
          <SchoolTile schoolId={school.school_id} />
          <a href={school.href ?? `${to}/${school.school_id}`}>{school.name}</a>
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

/** All schools by conference, each folded. */
export const FoldedConferences = ({ conferences, to }: Target & { conferences: Conference[] }) => (
  <div className="mt-1.5 border-line border-b">
    {conferences.map(({ name, schools }) => (
      <details key={name} className="border-line border-t">
        <summary className="flex min-h-7 items-center">
          <h3 className="display text-d28">
            {name} <span className="text-quiet">{schools.length}</span>
          </h3>
        </summary>
        <div className="pb-3">
          <SchoolTiles schools={schools} to={to} />
        </div>
      </details>
    ))}
  </div>
);

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
