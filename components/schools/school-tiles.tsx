import type { ReactNode } from "react";
import { SchoolTile } from "./school-tile.tsx";

type Tiled = { school_id: string; name: string };

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
