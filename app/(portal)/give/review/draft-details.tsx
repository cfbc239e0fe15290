import { type Fact, Facts } from "#components/portal/facts.tsx";
import type { DonationDraft } from "#lib/donations/accept/drafts.ts";
import type { Source } from "#lib/donations/accept/sources.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** Everything that will be sent, in the form's order. */
export function DraftDetails({
  draft,
  school,
  source,
  emailAllowed,
}: {
  draft: DonationDraft;
  school: SchoolDetail;
  source: Source | undefined;
  emailAllowed: boolean;
}) {
  const { fund_designation: fundId, cardholder_message: message, notify_by_email } = draft.request;
  const fund = school.funds.find((known) => known.fund_id === fundId);
  const isTold = notify_by_email && emailAllowed;
  const facts: (Fact | false)[] = [
    {
      id: "school_id",
      name: "To",
      value: (
        <>
          {school.name}
          <span className="block text-quiet text-small">Received by {school.foundation_name}</span>
        </>
      ),
    },
    { name: "Fund", value: fund?.name ?? fundId },
    {
      id: "loyalty_account_id",
      name: "From",
      value: source ? `${source.programName} at ${source.bankName}` : "A rewards account",
    },
    Boolean(message) && {
      name: "Your message",
      value: <span className="whitespace-pre-wrap">{message}</span>,
    },
    {
      name: "Mail",
      value: `${isTold ? "When" : "None when"} the school has confirmed it`,
    },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}
