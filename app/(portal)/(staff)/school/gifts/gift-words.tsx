/** How gifts are shown to their school. */
import { Status, type Tone } from "#components/ui/status.tsx";
import type { SchoolGift } from "#lib/batches/contract.ts";
import { formatDollarsAndCents, toCents } from "#lib/money.ts";

export const STATUS_WORDS: Record<SchoolGift["status"], { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "Waiting" },
  completed: { tone: "completed", word: "Confirmed" },
  failed: { tone: "failed", word: "Refused" },
};

export function GiftStatus({ status, held }: Pick<SchoolGift, "status" | "held">) {
  const { tone, word } = STATUS_WORDS[status];
  return <Status tone={tone}>{held ? "In review" : word}</Status>;
}

export const amountOf = ({ dollar_amount }: Pick<SchoolGift, "dollar_amount">) =>
  formatDollarsAndCents(toCents(dollar_amount));

/** The donor as the school may know them. */
export const DonorName = ({ name }: { name: string | null }) =>
  name === null ? <span className="text-quiet">Anonymous</span> : <bdi>{name}</bdi>;

export const fundOf = ({ fund_name, fund_designation }: SchoolGift) =>
  fund_name ?? fund_designation;
