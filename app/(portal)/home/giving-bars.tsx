import { scaleBand, scaleLinear } from "d3-scale";
import { formatDollars, toCents } from "#lib/money.ts";
import { longMonth } from "./month-names.ts";

/** Stretched to the available width: only heights carry meaning. */
const WIDTH = 240;
const HEIGHT = 40;
/** Minimum bar height, so that small amounts stay visible. */
const LEAST = 2;

type Bars = {
  months: string[];
  monthsUsd: number[];
  /** The amount at full height, shared by all rows. */
  mostUsd: number;
};

/** One school's months as bars. Hidden from screen readers, which get the table. */
export function GivingBars({ months, monthsUsd, mostUsd }: Bars) {
  const x = scaleBand(months, [0, WIDTH]).paddingInner(0.3).paddingOuter(0.15);
  const height = scaleLinear([0, mostUsd], [0, HEIGHT]);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-4 w-full wide:h-5"
    >
      <rect
        y={HEIGHT}
        width={WIDTH}
        height={1}
        className="fill-line forced-colors:fill-[CanvasText]"
      />
      {months.map((month, n) => {
        const usd = monthsUsd[n] ?? 0;
        if (usd === 0) return null;
        const tall = Math.max(LEAST, height(usd));
        return (
          <rect
            key={month}
            x={x(month)}
            y={HEIGHT - tall}
            width={x.bandwidth()}
            height={tall}
            className="fill-(--give,var(--ink)) forced-colors:fill-[CanvasText]"
          >
            <title>{`${longMonth(month)}: ${formatDollars(toCents(usd))}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
