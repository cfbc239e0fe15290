import type { FormState } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { StubFund } from "#components/giving/gift-ticket.tsx";
import { GiveFields } from "#components/giving/give-fields.tsx";
import { GiveLayout } from "#components/giving/give-layout.tsx";
import { Ticket } from "#components/giving/ticket.tsx";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { Allowance } from "#lib/donations/accept/limits.ts";
import { limitFact, mostOf } from "#lib/giving/allowance.ts";
import {
  amountsToOffer,
  dollarsOf,
  entryAmong,
  readAmount,
  ticketMoney,
  tilesOf,
} from "#lib/giving/amounts.ts";
import type { SourceOption } from "#lib/giving/contract.ts";
import { firstFund, fundOption, fundOptions } from "#lib/giving/funds.ts";
import { type Cents, formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import type { SchoolLook } from "#lib/schools/looks.ts";
import { formPath } from "./form-path.ts";
import { GivingScript } from "./giving-script.tsx";

type DonationFormProps = {
  school: SchoolDetail;
  look: SchoolLook;
  /** The active accounts; at least one. */
  sources: SourceOption[];
  /** What each of them can give now. */
  allowances: Allowance[];
  state: FormState | null;
  /** The fund that the person has asked for or prefers. */
  preferredFund: string | null;
  emailAllowed: boolean;
  maxCents: Cents;
};

/** Small, since the question beneath it is the page's headline. */
function Heading({ school, state }: Pick<DonationFormProps, "school" | "state">) {
  return (
    <>
      <div className="mb-2 empty:hidden">
        <FormStatus state={state} />
      </div>
      <div className="-my-1 desk:-mt-1.5 flex flex-wrap items-center gap-x-2 desk:mb-0">
        <h1 className="min-w-0 grow basis-[8rem] desk:grow-0 desk:basis-auto">
          <span className="text-quiet">Give to</span> <b>{school.name}</b>
        </h1>
        <a href="/give" className="link-alone shrink-0">
          Another school
        </a>
      </div>
    </>
  );
}

/** Amount, fund, account, note, beside the ticket that they make. The next page is the review. */
export function DonationForm(props: DonationFormProps) {
  const { school, look, sources, allowances, state, preferredFund, emailAllowed, maxCents } = props;
  const values = new URLSearchParams(state?.values);
  const least = toCents(school.minimum_donation_usd);
  const asked = values.get("loyalty_account_id");
  const chosen = Math.max(
    sources.findIndex((source) => source.accountId === asked),
    0,
  );
  const { accountId, rate } = sources[chosen] as SourceOption;
  const [limit = null, ...otherLimits] = new Set(allowances.map(limitFact));
  const defaults = { preferred: preferredFund };
  const fund = values.get("fund_designation") ?? firstFund(school, defaults);
  const shown = fundOption(school.funds, fund);
  const offered = amountsToOffer(least, mostOf(maxCents, allowances[chosen]));
  const entry = entryAmong(offered, readAmount(values));
  const errors = state?.errors ?? {};
  // Nothing is printed for an amount that was refused.
  const money = errors.dollar_amount ? null : ticketMoney(dollarsOf(entry), rate);
  return (
    <Form method="post" action={`${formPath(school.school_id)}/draft`} data-giving>
      <GivingScript />
      <GiveLayout
        schoolId={look.school_id}
        heading={<Heading school={school} state={state} />}
        ticket={
          <Ticket
            school={look}
            foundation={school.foundation_name}
            money={money}
            rate={rate}
            isDraft
          >
            <StubFund fund={shown.name} tax={shown.tax} />
          </Ticket>
        }
        action={
          <>
            <Button look="give" className="min-h-7 w-full">
              <span data-action>
                {money ? `Review gift of ${money.amount}` : "Review your gift"}
              </span>
            </Button>
            <p className="mt-1 hidden text-center text-quiet text-small desk:block">
              Nothing is given until you confirm on the next page.
            </p>
          </>
        }
      >
        <GiveFields
          school={{ name: school.name, minimum: formatDollars(least) }}
          errors={errors}
          amounts={tilesOf(offered, rate)}
          entry={entry}
          limit={otherLimits.length > 0 ? null : limit}
          funds={fundOptions(school, defaults)}
          fund={fund}
          fundLockedBy={null}
          sources={sources}
          sourceId={accountId}
          note={values.get("cardholder_message") ?? ""}
          emailUpdates={emailAllowed ? state === null || values.has("notify_by_email") : null}
        />
      </GiveLayout>
    </Form>
  );
}
