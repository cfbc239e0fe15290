import { monogramOutline } from "#lib/schools/art/letters.ts";

/**
 * A school's letters in the display face, in the color of the text around. Give it a height. Decorative: the
 * school's name is always beside it.
 */
export function Monogram({ letters, className }: { letters: string; className?: string }) {
  const { d, width, height } = monogramOutline(letters);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      fill="currentcolor"
      overflow="visible"
      aria-hidden="true"
      focusable="false"
    >
      <path d={d} />
    </svg>
  );
}
