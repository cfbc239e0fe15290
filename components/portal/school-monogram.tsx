import type { School } from "#lib/schools/contract.ts";

const SIZES = { row: "size-5", head: "size-7" } as const;

/** A school's monogram. Decorative: its name is always beside it. */
export function SchoolMonogram({
  schoolId,
  size = "row",
}: {
  schoolId: School["school_id"];
  size?: keyof typeof SIZES;
}) {
  return (
    // biome-ignore lint/performance/noImgElement: a drawing of ours, small and cached; nothing to optimise
    <img
      src={`/monograms/${schoolId}.svg`}
      alt=""
      width={40}
      height={40}
      className={`${SIZES[size]} shrink-0 rounded-box`}
    />
  );
}
