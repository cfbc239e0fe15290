import { monogramOutline } from "#lib/schools/art/letters.ts";
import { artShapes, HEIGHT, WIDTH } from "#lib/schools/art/motifs.ts";
import { schoolPalette } from "#lib/schools/art/palette.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";

type SchoolArtProps = {
  school: Pick<SchoolBranding, "school_id" | "colors" | "motif">;
  className?: string;
};

/**
 * A school's art on its main color. It fills its box, and leaves the left side plain for text. Attributes only, since
 * the content security policy blocks inline styles.
 */
export function SchoolArt({ school, className }: SchoolArtProps) {
  const palette = schoolPalette(school.colors);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // Stripes stay straight however they are stretched.
      preserveAspectRatio={school.motif === "stripes" ? "none" : "xMaxYMid slice"}
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <rect width={WIDTH} height={HEIGHT} fill={palette.field} />
      {artShapes(school, palette).map(({ d, fill = "none", stroke, strokeWidth, dash }) => (
        <path
          key={d}
          d={d}
          fill={fill}
          stroke={stroke}
          strokeWidth={strokeWidth}
          strokeDasharray={dash}
        />
      ))}
    </svg>
  );
}

/** A school's official mark, or its monogram. The caller sets the height. */
export function SchoolMark({ school, className }: { school: SchoolBranding; className?: string }) {
  if (!school.hasMark) return <Monogram letters={school.monogram} className={className} />;
  // biome-ignore lint/performance/noImgElement: small and cached, with nothing to optimize
  return <img src={`/monograms/mark/${school.school_id}`} alt="" className={className} />;
}

/**
 * A school's letters in the display face, in the color of the surrounding text. The caller sets the height.
 * Decorative: the school's name is always next to it.
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
