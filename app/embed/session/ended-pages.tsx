/** @jsxImportSource hono/jsx */
/** The pages of a session that gives no more, each saying why, with the way back. */

import type { Standing } from "#components/embed/document.tsx";
import { DonationResult } from "#components/embed/donation-result.tsx";
import { Ended } from "#components/embed/ended.tsx";
import { Back } from "#components/embed/exit-links.tsx";
import { Hidden } from "#components/embed/form-parts.tsx";
import { outcomeOf } from "#components/portal/donation-outcome.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import type { EmbedSession, EmbedSessionState } from "#lib/embed/sessions.ts";
import type { ServiceError } from "#lib/errors.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import type { Answer } from "./answer.tsx";
import { cancelHref, returnHref } from "./flow-request.ts";

const HEADINGS: Record<CardholderDonation["status"], string> = {
  pending: "Accepted",
  completed: "Completed",
  failed: "This donation failed",
};

/** The donation that was made: just now (200), or before (409). */
export function donationPage(
  session: EmbedSession,
  donation: CardholderDonation,
  isNew: boolean,
): Answer {
  const heading = HEADINGS[donation.status];
  const content = (
    <DonationResult
      donation={donation}
      heading={heading}
      outcome={outcomeOf(donation, new Date().toISOString())}
      isAgain={!isNew}
      bank={session.bankName}
      back={returnHref(session, donation.donation_id)}
    />
  );
  const standing: Standing = { type: "submitted", donationId: donation.donation_id };
  return { status: isNew ? 200 : 409, page: { title: heading, content }, session, standing };
}

type ErrorMessages = { status: number; heading: string; reason: string; standing: Standing };

function ended(
  { status, heading, reason, standing }: ErrorMessages,
  session?: EmbedSession,
  back?: string | null,
) {
  const content = (
    <Ended heading={heading} reason={reason}>
      <Back href={back ?? null} bank={session?.bankName ?? null} />
    </Ended>
  );
  return { status, page: { title: heading, content }, standing, ...(session ? { session } : {}) };
}

const EXPIRED: ErrorMessages = {
  status: 410,
  standing: { type: "expired" },
  heading: "This has expired",
  reason:
    "For your safety it could be used for a few minutes only. Nothing was given. Start again from your bank’s app.",
};

/** So old that we no longer know whether anything was given by it. */
const FORGOTTEN: ErrorMessages = {
  ...EXPIRED,
  reason:
    "For your safety it could be used for a few minutes only. Start again from your bank’s app.",
};

const INVALID = { type: "error", code: "EMBED_TOKEN_INVALID" } as const;

const BROKEN: ErrorMessages = {
  status: 401,
  standing: INVALID,
  heading: "This link does not work",
  reason: "It may have been cut short on its way. Open it again from your bank’s app.",
};

/** The page of a session that is not open. */
export function endedPage(standing: Exclude<EmbedSessionState, { state: "open" }>): Answer {
  switch (standing.state) {
    case "used":
      return donationPage(standing.session, standing.donation, false);
    case "expired":
      return ended(EXPIRED, standing.session, cancelHref(standing.session, "expired"));
    case "forgotten":
      return ended(FORGOTTEN);
    case "revoked": {
      const { session } = standing;
      const reason = `${session.bankName} no longer links this rewards account here. Nothing was given.`;
      const heading = "This account is no longer linked";
      return ended({ ...EXPIRED, heading, reason }, session, cancelHref(session));
    }
    case "broken":
      return ended(BROKEN);
  }
}

/**
 * Where the address has no token. A script that has kept it sends it from here, also in a frame.
 * @param framedBy whose frame it may be
 */
export const missingPage = (framedBy: string[]): Answer => ({
  ...ended({ ...BROKEN, standing: { ...INVALID, type: "missing" } }),
  framedBy,
});

/** Where the bank has locked a school that takes nothing now. */
export function closedPage(session: EmbedSession, school: SchoolDetail | null): Answer {
  const heading = `${school?.name ?? "This school"} takes no donations now`;
  const reason = "Nothing was given.";
  const standing: Standing = { type: "ready" };
  return ended({ status: 200, heading, reason, standing }, session, cancelHref(session));
}

/** What was sent is no form of ours. */
export const UNREADABLE: Answer = ended({
  status: 400,
  standing: INVALID,
  heading: "This could not be read",
  reason: "Go back and try again. Nothing was given.",
});

/** Something that is not the customer's doing. What they sent can be sent again. */
export function troublePage(status: 500 | 503, fields: URLSearchParams): Answer {
  const code = status === 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR";
  return againPage(status, code, fields, { "Retry-After": "2" });
}

/** Too much at once from this session. */
export function limitedPage({ headers }: ServiceError, fields: URLSearchParams): Answer {
  return againPage(429, "SERVICE_UNAVAILABLE", fields, headers);
}

function againPage(
  status: number,
  code: "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR",
  fields: URLSearchParams,
  headers: Record<string, string>,
): Answer {
  const isSent = fields.has("do");
  const heading = "We cannot do this right now";
  const reason = isSent
    ? "Try again in a moment. That is safe: it is given once at most."
    : "Try again in a moment. Nothing was given.";
  const content = (
    <Ended heading={heading} reason={reason}>
      <form method={isSent ? "post" : "get"} action="session">
        <Hidden fields={Object.fromEntries(fields)} />
        <button type="submit" class="main">
          Try again
        </button>
      </form>
    </Ended>
  );
  const standing: Standing = { type: "error", code };
  return { status, page: { title: heading, content }, standing, headers };
}
