/** How donations are shown to their bank. */
import { type Column, column, Donor, day, money, School } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import type { ListedDonation } from "#lib/donations/history/queries.ts";
import { shortened } from "../../gift-filters.tsx";

type State = Pick<ListedDonation, "status" | "heldAt" | "estimatedConfirmationAt">;

/** What's exceptional about it. Nothing is about a confirmed one: its number is there. */
export function DonationState({ status, heldAt, estimatedConfirmationAt: by }: State) {
  if (status === "completed") return <span className="sr-only">Confirmed</span>;
  if (status === "failed") return <RowStatus tone="failed">Declined</RowStatus>;
  if (status === "canceled") return <RowStatus tone="failed">Canceled</RowStatus>;
  if (heldAt) return <RowStatus tone="waiting">On hold</RowStatus>;
  if (by.getTime() < Date.now()) return <RowStatus tone="late">Late</RowStatus>;
  return <RowStatus tone="waiting">On its way</RowStatus>;
}

/** Nobody, or the customer by the name that the bank gave. */
export const Customer = ({ customerName }: Pick<ListedDonation, "customerName">) =>
  customerName === null ? (
    <span className="font-normal text-quiet">No linked customer</span>
  ) : (
    <Donor name={customerName} />
  );

/** @param sort how the date's heading sorts, on a list that can be sorted */
export const donationColumns = (
  sort?: Column<ListedDonation>["sort"],
): Column<ListedDonation>[] => [
  column("Customer", "rest", (donation) => <Customer {...donation} />),
  money("Amount", ({ countedCents }) => countedCents),
  column("Status", "status", (donation) => <DonationState {...donation} />),
  column("School", "fund", ({ schoolId, schoolName }) => (
    <School id={schoolId} name={schoolName} />
  )),
  { ...day("Given", ({ createdAt }) => createdAt), ...(sort && { sort }) },
  column("Reference", "number", ({ bankTransactionRef: ref }) => (
    <bdi title={ref}>{shortened(ref)}</bdi>
  )),
];
