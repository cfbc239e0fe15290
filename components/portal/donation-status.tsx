import { Status, type Tone } from "#components/ui/status.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

/** How a donation stands, in a word. Never "completed" before it is. */
export const STATUS_WORDS: Record<CardholderDonation["status"], { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "Accepted" },
  completed: { tone: "completed", word: "Completed" },
  failed: { tone: "failed", word: "Failed" },
};

/** The word of a donation's status, with its shape. */
export function DonationStatus({ status }: { status: CardholderDonation["status"] }) {
  const { tone, word } = STATUS_WORDS[status];
  return <Status tone={tone}>{word}</Status>;
}
