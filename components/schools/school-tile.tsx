import type { TicketSchool } from "#lib/giving/contract.ts";
import { Monogram } from "./monogram.tsx";
import { SchoolArt } from "./school-art.tsx";

/** A school as a tile of its art with its monogram. Decorative: its name stands beside it or is read out. */
export function SchoolTile({
  school,
  className = "",
}: {
  school: TicketSchool;
  className?: string;
}) {
  const { school_id, monogram, colors } = school;
  return (
    <span
      className={`school-${school_id} relative isolate block overflow-hidden bg-(--field) text-(--on-field) ${className}`}
    >
      <SchoolArt
        schoolId={school_id}
        colors={colors}
        className="-z-10 absolute inset-0 size-full"
      />
      <Monogram letters={monogram} className="absolute bottom-[10%] left-[8%] h-[30%] w-auto" />
    </span>
  );
}
