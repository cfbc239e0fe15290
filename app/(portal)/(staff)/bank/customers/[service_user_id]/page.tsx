import { pathWithQuery } from "#app/paths.ts";
import { List } from "#components/desk/list.tsx";
import { Id } from "#components/desk/record.tsx";
import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { findCustomer } from "#lib/accounts/queries.ts";
import { type ListedDonation, listDonationsWithTotals } from "#lib/donations/history/queries.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { FoldedForm, StaffFrame, StaffSection, staffPage } from "../../../staff-page.tsx";
import { type BankPage, DONATIONS } from "../../donations/donation-filter.ts";
import { donationColumns } from "../../donations/donation-words.tsx";
import { SchoolColors } from "../../donations/school-colors.tsx";
import { CUSTOMERS, REASONS, STATUSES } from "../customer-words.ts";
import { forms } from "../forms.ts";

type Customer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

const SHOWN = 10;

function factsOf(customer: Customer): FactTable {
  const { status, linkedAt, unlinkedAt, unlinkReason: reason, pointsBalance } = customer;
  const given = formatDollarsAndCents(customer.lifetimeDonatedCents);
  return {
    Email: <Id>{customer.email}</Id>,
    "Your customer ID": <Id>{customer.bankUserId}</Id>,
    "Our ID": <Id>{customer.id}</Id>,
    Link: (
      <>
        {STATUSES[status]} since <Moment at={unlinkedAt ?? linkedAt} as="minute" />
        {status === "unlinked" && reason && (
          <span className="block text-quiet">{REASONS[reason as keyof typeof REASONS]}</span>
        )}
      </>
    ),
    Program: <bdi>{customer.loyaltyProgramId}</bdi>,
    "Points, as you told us":
      pointsBalance === null ? false : pointsBalance.toLocaleString("en-US"),
    Given: `${formatCount(customer.donationCount, "gift")}, ${given}`,
  };
}

const ChangeForms = ({ page }: BankPage) => (
  <>
    <FoldedForm
      page={page}
      action="email"
      form={forms["[service_user_id]/email"]}
      ask="Change the email address"
      meaning="The customer is unlinked and linked again with the new address, whose owner decides whether to accept the link. The earlier address is told by email. Earlier gifts and receipts stay with the earlier person."
      yes="Change address"
    />
    <FoldedForm
      page={page}
      action="unlink"
      form={forms["[service_user_id]/unlink"]}
      ask="Unlink this customer"
      meaning="They can’t give with your points any more. Their gifts and receipts stay."
      yes="Unlink"
      look="danger"
    />
  </>
);

/** One customer of the bank: the link, the latest gifts, and what can be changed. */
export default staffPage("bank", "customers.read", "/customers/[service_user_id]", async (page) => {
  const { scope, params } = page;
  const customer = await findCustomer(scope, params.service_user_id ?? "");
  if (!customer) return null;
  const own = { service_user_id: customer.id, isOldestFirst: false, limit: SHOWN };
  const gifts = await listDonationsWithTotals(scope, own);
  const isLinked = customer.status === "active" && page.may("customers.change");
  return (
    <StaffFrame
      page={page}
      title={<bdi>{customer.displayName}</bdi>}
      name="Customer"
      failed="Nothing was changed"
      flashes={{ changed: "The address was changed", unlinked: "The customer is unlinked" }}
      back={{ href: CUSTOMERS, text: "Customers" }}
    >
      <SchoolColors ids={gifts.items.map(({ schoolId }) => schoolId)} />
      <div className="record mt-2">
        <Facts facts={factsOf(customer)} />
        {isLinked && <ChangeForms page={page} />}
        <StaffSection id="gifts" title="Latest gifts">
          <List<ListedDonation>
            caption="Their latest gifts"
            columns={donationColumns().filter(({ label }) => label !== "Customer")}
            rows={gifts.items}
            hrefOf={({ id }) => `${DONATIONS}/${id}`}
          />
          <StandaloneLink href={pathWithQuery(DONATIONS, { q: customer.id })}>
            All {formatCount(gifts.total, "gift")}
          </StandaloneLink>
        </StaffSection>
      </div>
    </StaffFrame>
  );
});
