import type { ReactNode } from "react";
import { Moment } from "#components/ui/moment.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { OwnDonation } from "#lib/donations/contract.ts";
import { MoneyLine } from "./money-line.tsx";
import { SchoolMonogram } from "./school-monogram.tsx";

const WORDS: Record<OwnDonation["status"], { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "Accepted" },
  completed: { tone: "completed", word: "Completed" },
  failed: { tone: "failed", word: "Failed" },
};

/** What has become of a donation, or what happens next and when. */
function outcomeOf(donation: OwnDonation, now: string): ReactNode {
  const { school_name: school, estimated_confirmation_at: expectedAt } = donation;
  if (donation.status === "completed") {
    return (
      <>
        Number <span className="break-all">{donation.school_confirmation_id}</span>
      </>
    );
  }
  if (donation.status === "failed") {
    return `${school} did not take it: ${donation.failure_reason}. We tell your bank, so that it can return your points.`;
  }
  if (now > expectedAt) return `${school} has not confirmed it yet. We keep asking until it does.`;
  const waitMs = Date.parse(expectedAt) - Date.parse(donation.created_at);
  const minutes = Math.max(1, Math.round(waitMs / 60_000));
  return `${school} usually confirms within ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

/** One donation in the diary. `now` is when the page was made. */
export function DonationRow({ donation, now }: { donation: OwnDonation; now: string }) {
  const { tone, word } = WORDS[donation.status];
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-2 border-line border-t py-2">
      <SchoolMonogram schoolId={donation.school_id} />
      <div className="min-w-0">
        <p className="font-strong">{donation.school_name}</p>
        <p className="break-words text-quiet text-small">
          {donation.fund_name ?? donation.fund_designation}
        </p>
      </div>
      <MoneyLine donation={donation} />
      <p className="col-span-2 col-start-2 mt-0.5 flex flex-wrap gap-x-1.5 text-quiet text-small">
        <Status tone={tone}>{word}</Status>
        <Moment at={donation.created_at} as="day" />
        <span>{outcomeOf(donation, now)}</span>
      </p>
    </li>
  );
}
