import { MoneyLine } from "#components/portal/money-line.tsx";
import { SchoolMonogram } from "#components/portal/school-monogram.tsx";
import { Timeline } from "#components/portal/timeline.tsx";

const EXAMPLE = { dollar_amount: 25, points_redeemed: 2500, points_per_dollar: 100 };

const STEPS = [
  {
    title: "Accepted",
    text: "Your bank sends the donation. From here on it cannot get lost.",
  },
  {
    title: "Sent to the school",
    text: "It goes to the ticketing platform that knows you as a fan.",
  },
  {
    title: "Confirmed with the school’s number",
    text: "Only now does it count as completed.",
  },
  {
    title: "Your bank is told",
    text: "A signed message carries the number back.",
  },
];

/** An example donation with its timeline. */
export function ExampleDonation() {
  return (
    <section
      aria-labelledby="travels"
      className="rounded-box border border-line bg-sheet p-3 shadow-soft"
    >
      <h2 id="travels" className="text-quiet text-small">
        How a donation travels, by an example
      </h2>
      <div className="mt-2 flex items-center gap-2">
        <SchoolMonogram schoolId="ohio-state" size="head" />
        <p>
          <span className="block font-strong">Ohio State</span>
          <span className="block text-quiet text-small">Annual Fund</span>
        </p>
      </div>
      <div className="mt-2 border-line border-b pb-2">
        <MoneyLine donation={EXAMPLE} size="display" program="Gold Rewards" />
      </div>
      <div className="mt-2">
        <Timeline steps={STEPS} reached={STEPS.length} />
      </div>
    </section>
  );
}
