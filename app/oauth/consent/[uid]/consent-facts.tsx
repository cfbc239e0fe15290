import { Facts } from "#components/portal/facts.tsx";
import type { OpenLink } from "#lib/accounts/consent.ts";

const LIST = "mt-1 grid list-disc gap-1 pl-2.5";

/** What the cardholder agrees to. The names come from the bank and are rendered as plain text. */
export function ConsentFacts({ link }: { link: OpenLink }) {
  const bank = <bdi>{link.bankName}</bdi>;
  const program = link.programName ?? link.loyaltyProgramId;
  return (
    <>
      <Facts facts={{ "Rewards program": <bdi>{program}</bdi> }} />
      <section aria-labelledby="may">
        <h2 id="may" className="font-strong">
          What {bank} can do
        </h2>
        <ul className={LIST}>
          <li>Submit gifts that you make in its app, paid with your points.</li>
          <li>Let you give from here: you choose the gift, and it takes the points.</li>
          <li>See the gifts paid with these points: school, amount, date, and message.</li>
        </ul>
      </section>
      <section aria-labelledby="may-not">
        <h2 id="may-not" className="font-strong">
          What it can’t see
        </h2>
        <ul className={LIST}>
          <li>Your other banks, and gifts paid with their points.</li>
          <li>Your profile, your password, and the schools you follow.</li>
        </ul>
      </section>
      <p className="text-quiet">
        You can disconnect it at any time in your settings, under Rewards accounts.
      </p>
    </>
  );
}
