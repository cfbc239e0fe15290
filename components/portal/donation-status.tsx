import { Status, type Tone } from "#components/ui/status.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

/** Status labels. Only a confirmed donation is "Completed". */
export const STATUS_WORDS: Record<CardholderDonation["status"], { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "Accepted" },
  completed: { tone: "completed", word: "Completed" },
  failed: { tone: "failed", word: "Failed" },
};

/** A donation's status label, with its icon. */
export function DonationStatus({ status }: { status: CardholderDonation["status"] }) {
  const { tone, word } = STATUS_WORDS[status];
  return <Status tone={tone}>{word}</Status>;
}
