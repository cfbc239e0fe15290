import type { ReactNode } from "react";
import type { School } from "#lib/schools/contract.ts";
import { SchoolMonogram } from "./school-monogram.tsx";

type Shown = Pick<School, "school_id" | "name" | "city" | "state" | "conference">;

/** A school in a list: monogram, linked name, location, and actions at the end. */
export function SchoolRow({
  school,
  href,
  note,
  children,
}: {
  school: Shown;
  href: string;
  /** Extra text below the location. */
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="relative flex items-center gap-2 border-line border-t py-1.5">
      <SchoolMonogram schoolId={school.school_id} />
      <div className="min-w-0 grow">
        {/* The link covers the whole row, except the actions. */}
        <a href={href} className="font-strong after:absolute after:inset-0 hover:underline">
          {school.name}
        </a>
        <span className="block text-quiet text-small">
          {school.city}, {school.state}
          {"\u00a0"}· {school.conference}
        </span>
        {note}
      </div>
      {children && <div className="relative shrink-0">{children}</div>}
    </li>
  );
}
