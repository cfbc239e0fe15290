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
