import type { ReactNode } from "react";
import type { OwnDraft } from "#lib/donations/drafts.ts";
import type { Source } from "#lib/donations/sources.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

function Row({ id, term, children }: { id?: string; term: string; children: ReactNode }) {
  return (
    <div id={id} className="grid gap-x-2 border-line border-t py-1.5 wide:grid-cols-[10rem_1fr]">
      <dt className="text-quiet">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** All that will be sent, in the order in which it was entered. */
export function DraftDetails({
  draft,
  school,
  source,
  mailAllowed,
}: {
  draft: OwnDraft;
  school: SchoolDetail;
  source: Source | undefined;
  mailAllowed: boolean;
}) {
  const { fund_designation: fundId, cardholder_message, notify_by_email } = draft.request;
  const fund = school.funds.find((known) => known.fund_id === fundId);
  return (
    <dl className="border-line border-b">
      <Row id="school_id" term="To">
        {school.name}
        <span className="block text-quiet text-small">Received by {school.foundation_name}</span>
      </Row>
      <Row term="Fund">{fund?.name ?? fundId}</Row>
      <Row id="loyalty_account_id" term="From">
        {source ? `${source.programName} at ${source.bankName}` : "A rewards account"}
      </Row>
      {cardholder_message && (
        <Row term="Your message">
          <span className="whitespace-pre-wrap">{cardholder_message}</span>
        </Row>
      )}
      <Row term="Mail">
        {notify_by_email && mailAllowed
          ? "When the school has confirmed it"
          : "None when the school has confirmed it"}
      </Row>
    </dl>
  );
}
