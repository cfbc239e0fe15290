import type { ReactNode } from "react";

type Tiled = { school_id: string; name: string };

/** A school's art with its letters. Decorative: its name stands beside it or is read out. */
export function SchoolTile({ schoolId, className = "" }: { schoolId: string; className?: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: a drawing of ours, small and cached; nothing to optimise
    <img
      src={`/monograms/wide/${schoolId}.svg`}
      alt=""
      width={540}
      height={320}
      loading="lazy"
      decoding="async"
      className={`school-${schoolId} block h-auto w-full bg-(--field) ${className}`}
    />
  );
}

/** What fits beside each other: names alone, or with more beneath them. */
const COLUMNS = {
  narrow:
    "grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] wide:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]",
  roomy:
    "grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] wide:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]",
} as const;

/** Schools as tiles. Each leads to `<to>/<school_id>`. */
export function SchoolTiles<School extends Tiled>({
  schools,
  to,
  children,
}: {
  schools: School[];
  to: "/schools" | "/give";
  /** What stands beneath a school's name. */
  children?: (school: School) => ReactNode;
}) {
  return (
    <ul
      className={`mt-1.5 grid gap-x-1.5 gap-y-2 desk:gap-x-2 ${COLUMNS[children ? "roomy" : "narrow"]}`}
    >
      {schools.map((school) => (
        <li key={school.school_id} className="school-link relative min-w-0">
          <SchoolTile schoolId={school.school_id} className="rounded-box" />
          {/* The link covers the tile, too. */}
          <a
            href={`${to}/${school.school_id}`}
            className="mt-0.5 block font-strong text-small after:absolute after:inset-0 hover:underline"
          >
            {school.name}
          </a>
          {children?.(school)}
        </li>
      ))}
    </ul>
  );
}

/** Where a school is, to tell it from others that a search has found. */
export function SchoolPlace(school: { city: string; state: string; conference: string }) {
  return (
    <p className="text-fine text-quiet">
      {school.city}, {school.state} <span className="whitespace-nowrap">· {school.conference}</span>
    </p>
  );
}

/** Where the tiles lead: to `<to>/<school_id>`. */
type Target = { to: "/schools" | "/give" };
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
