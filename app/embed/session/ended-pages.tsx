/** @jsxImportSource hono/jsx */
/** The pages of a session that gives no more, each saying why, with the way back. */

import type { FlowState } from "#components/embed/document.tsx";
import { DonationResult } from "#components/embed/donation-result.tsx";
import { Back } from "#components/embed/exit-links.tsx";
import { Hidden } from "#components/embed/form-parts.tsx";
import { MessagePage } from "#components/embed/message-page.tsx";
import { outcomeOf } from "#components/portal/donation-outcome.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import type { EmbedSession, EmbedSessionState } from "#lib/embed/sessions.ts";
import type { ServiceError } from "#lib/errors.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { cancelHref, returnHref } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";

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
): FlowResponse {
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
  const flowState: FlowState = { type: "submitted", donationId: donation.donation_id };
  return { status: isNew ? 200 : 409, page: { title: heading, content }, session, flowState };
}

type Message = { status: number; heading: string; reason: string; flowState: FlowState };

function ended(
  { status, heading, reason, flowState }: Message,
  session?: EmbedSession,
  back?: string | null,
) {
  const content = (
    <MessagePage heading={heading} reason={reason}>
      <Back href={back ?? null} bank={session?.bankName ?? null} />
    </MessagePage>
  );
  return { status, page: { title: heading, content }, flowState, ...(session ? { session } : {}) };
}

const EXPIRED: Message = {
  status: 410,
  flowState: { type: "expired" },
  heading: "This has expired",
  reason:
    "For your safety it could be used for a few minutes only. Nothing was given. Start again from your bank’s app.",
};

/** So old that we no longer know whether it made a donation. */
const FORGOTTEN: Message = {
  ...EXPIRED,
  reason:
    "For your safety it could be used for a few minutes only. Start again from your bank’s app.",
};

const INVALID = { type: "error", code: "EMBED_TOKEN_INVALID" } as const;

const BROKEN: Message = {
  status: 401,
  flowState: INVALID,
  heading: "This link does not work",
  reason: "It may have been cut short on its way. Open it again from your bank’s app.",
};

/** The page of a session that is not open. */
export function endedPage(
  sessionState: Exclude<EmbedSessionState, { state: "open" }>,
): FlowResponse {
  switch (sessionState.state) {
    case "used":
      return donationPage(sessionState.session, sessionState.donation, false);
    case "expired":
      return ended(EXPIRED, sessionState.session, cancelHref(sessionState.session, "expired"));
    case "forgotten":
      return ended(FORGOTTEN);
    case "revoked": {
      const { session } = sessionState;
      const reason = `${session.bankName} no longer links this rewards account here. Nothing was given.`;
      const heading = "This account is no longer linked";
      return ended({ ...EXPIRED, heading, reason }, session, cancelHref(session));
    }
    case "broken":
      return ended(BROKEN);
  }
}

/**
 * For a URL without a token. A script that has stored the token resubmits it from here, also in a frame.
 * @param framedBy who may frame the page
 */
export const missingPage = (framedBy: string[]): FlowResponse => ({
  ...ended({ ...BROKEN, flowState: { ...INVALID, type: "missing" } }),
  framedBy,
});

/** The bank has locked a school that is not accepting donations. */
export function closedPage(session: EmbedSession, school: SchoolDetail | null): FlowResponse {
  const heading = `${school?.name ?? "This school"} takes no donations now`;
  const reason = "Nothing was given.";
  const flowState: FlowState = { type: "ready" };
  return ended({ status: 200, heading, reason, flowState }, session, cancelHref(session));
}

/** The request body is not a form of ours. */
export const UNREADABLE: FlowResponse = ended({
  status: 400,
  flowState: INVALID,
  heading: "This could not be read",
  reason: "Go back and try again. Nothing was given.",
});

/** An error that the customer did not cause. Their input can be resubmitted. */
export function errorPage(status: 500 | 503, fields: URLSearchParams): FlowResponse {
  const code = status === 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR";
  return tryAgainPage(status, code, fields, { "Retry-After": "2" });
}

/** The session's rate limit was exceeded. */
export function limitedPage({ headers }: ServiceError, fields: URLSearchParams): FlowResponse {
  return tryAgainPage(429, "SERVICE_UNAVAILABLE", fields, headers);
}

function tryAgainPage(
  status: number,
  code: "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR",
  fields: URLSearchParams,
  headers: Record<string, string>,
): FlowResponse {
  const isSent = fields.has("do");
  const heading = "We cannot do this right now";
  const reason = isSent
    ? "Try again in a moment. That is safe: it is given once at most."
    : "Try again in a moment. Nothing was given.";
  const content = (
    <MessagePage heading={heading} reason={reason}>
      <form method={isSent ? "post" : "get"} action="session">
        <Hidden fields={Object.fromEntries(fields)} />
        <button type="submit" class="main">
          Try again
        </button>
      </form>
    </MessagePage>
  );
  const flowState: FlowState = { type: "error", code };
  return { status, page: { title: heading, content }, flowState, headers };
}
