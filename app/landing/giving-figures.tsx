import { Amount } from "#components/giving/ticket.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import type { GivingTotals, TopSchool } from "#lib/schools/totals.ts";
import { formatCount } from "#lib/text.ts";

const dollars = (usd: number) => formatDollars(toCents(usd));

/** @param suffix "+" for rounded-down totals */
function School({ school, suffix }: { school: TopSchool; suffix: string }) {
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 border-line border-t py-1.5">
      {/* biome-ignore lint/performance/noImgElement: our own SVG, small and cached, with nothing to optimize */}
      <img
        src={`/monograms/${school.school_id}.svg`}
        alt=""
        width={40}
        height={40}
        className="size-5 shrink-0 rounded-box"
      />
      <p className="min-w-0">
        <span className="block font-strong">{school.name}</span>
        <span className="block text-quiet text-small">
          {school.city}, {school.state}
        </span>
      </p>
      <p className="figures text-lead">{`${dollars(school.usd)}${suffix}`}</p>
    </li>
  );
}

/** What schools have received: live figures in a sandbox, and the last full hour's rounded figures in production. */
export function GivingFigures({ figures, sandbox }: { figures: GivingTotals; sandbox: boolean }) {
  const { schools, donations, givenUsd, mostGivenTo } = figures;
  const suffix = sandbox ? "" : "+";
  const schoolCount = `${formatCount(schools, "school")} you can give to`;
  const giftCount = sandbox
    ? formatCount(donations, "gift")
    : `${donations.toLocaleString("en-US")}+ gifts`;
  return (
    <section
      aria-labelledby="given"
      className="mt-8 grid gap-x-8 gap-y-3 desk:grid-cols-[1fr_32rem]"
    >
      <div className="@container">
        <h2 id="given" className="display text-d40">
          {donations > 0 ? (
            <>
              <Amount
                amount={`${dollars(givenUsd)}${suffix}`}
                className="mb-[0.14em] [--amount-max:5.5rem] [--room:100cqi]"
              />{" "}
              given {sandbox ? "in this sandbox" : "so far"}
            </>
          ) : (
            schoolCount
          )}
        </h2>
        <p className="figures mt-1 max-w-reading text-quiet">
          {donations > 0
            ? `In ${giftCount}, with ${schoolCount}. These have received the most.`
            : "The first gifts appear here."}
        </p>
      </div>
      <ul className="border-line border-b">
        {mostGivenTo.map((school) => (
          <School key={school.school_id} school={school} suffix={suffix} />
        ))}
      </ul>
    </section>
  );
}
