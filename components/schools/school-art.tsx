import { artShapes, HEIGHT, WIDTH } from "#lib/schools/art/motifs.ts";
import { schoolPalette } from "#lib/schools/art/palette.ts";

type SchoolArtProps = { schoolId: string; colors: readonly string[]; className?: string };

/**
 * A school's art over its field, to fill whatever box it is given; the left stays calm for text. Attributes
 * only, since the content security policy forbids styles.
 */
export function SchoolArt({ schoolId, colors, className }: SchoolArtProps) {
  const palette = schoolPalette(colors);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMid slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <rect width={WIDTH} height={HEIGHT} fill={palette.field} />
      {artShapes(schoolId, palette).map(({ d, fill = "none", stroke, strokeWidth, dash }) => (
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
