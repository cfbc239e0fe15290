/** How a school's colors, pattern, and mark look in use. */
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { StubFund } from "#components/giving/gift-ticket.tsx";
import { Ticket } from "#components/giving/ticket.tsx";
import { Monogram, SchoolArt } from "#components/schools/school-art.tsx";
import { Status } from "#components/ui/status.tsx";
import { type Appearance, type Pair, readability } from "#lib/schools/appearance.ts";
import { READABLE } from "#lib/schools/art/color.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";

export type LookOf = SchoolBranding & { foundation_name: string };

/** A color as a square. An attribute, since the content security policy blocks inline styles. */
const Swatch = ({ color }: { color: string }) => (
  <svg viewBox="0 0 10 10" className="size-2.5 shrink-0 rounded-[4px]" aria-hidden="true">
    <rect width="10" height="10" fill={color} className="stroke-edge" />
  </svg>
);

function Contrast({ name, pair, chosen }: { name: string; pair: Pair; chosen: string | null }) {
  const { background, ratio, isReadable } = pair;
  // Never rounded up to a limit that it misses.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  return (
    <li className="border-line border-b py-1">
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <Swatch color={background} />
        <span>
          Text on the {name}: {shown} to 1
        </span>
        <Status tone={isReadable ? "completed" : "failed"}>
          {isReadable ? "Passes" : "Too hard to read"}
        </Status>
      </p>
      {background !== chosen && (
        <p className="mt-0.5 text-quiet text-small">
          {chosen === null ? "We use" : "We adjust it to"}{" "}
          <span className="font-mono">{background}</span>, so that text can be read and both colors
          can be told apart.
        </p>
      )}
    </li>
  );
}

type LookProps = { school: LookOf; color: string; secondColor: Appearance["secondColor"] };

/** A ticket and a tile with these colors, and how readable they are. */
export function Look({ school, color, secondColor }: LookProps) {
  const { main, second } = readability({ color, secondColor });
  return (
    <div className="grid gap-3">
      <SchoolColorStyles schools={[school]} />
      <div className="max-w-form">
        <Ticket school={school} money={{ amount: "$100", points: "10,000 points" }} rate={100}>
          <StubFund fund="Annual Fund" tax="May be tax-deductible" />
        </Ticket>
      </div>
      <div
        className={`school-${school.school_id} relative aspect-[540/320] w-[10.5rem] max-w-full overflow-hidden rounded-box text-(--on-field)`}
      >
        <SchoolArt school={school} className="absolute inset-0 size-full" />
        <Monogram
          letters={school.monogram}
          className="absolute top-[53%] left-[7.4%] h-[37%] w-auto"
        />
      </div>
      <div>
        <ul className="border-line border-t">
          <Contrast name="first color" pair={main} chosen={color} />
          <Contrast name="second color" pair={second} chosen={secondColor} />
        </ul>
        <p className="mt-1 text-quiet text-small">
          Text needs at least {READABLE} to 1 (WCAG 2.2, level AA).
        </p>
      </div>
    </div>
  );
}
