/** A watermark across the page, so that no copy passes for a real receipt. The text says so, too. */
export function SpecimenMark() {
  return (
    <svg
      viewBox="0 0 850 1100"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <text
        x="425"
        y="610"
        textAnchor="middle"
        transform="rotate(-52 425 550)"
        fontSize="170"
        fill="currentcolor"
        fillOpacity="0.08"
      >
        SPECIMEN
      </text>
    </svg>
  );
}
