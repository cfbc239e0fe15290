/** The pages of a session that can't give anymore. Each says why and links back to the bank. */
import { readGiftContext } from "#app/giving/gifts.ts";
import { Back, Hidden, MessagePage } from "#components/embed/parts.tsx";
import { GiftTicket } from "#components/giving/gift-ticket.tsx";
import { GiftHeading, GiftProgress, giftTitle, isVoid } from "#components/giving/thank-you.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import type { EmbedSession, EmbedSessionState } from "#lib/embed/sessions.ts";
import { env } from "#lib/env.ts";
import { findSchoolBranding } from "#lib/schools/branding.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { cancelHref, returnHref } from "./flow-request.ts";
import type { FlowResponse, FlowState } from "./flow-response.tsx";

/** The donation that the session made: just now (200) or earlier (409). */
export async function donationPage(
  session: EmbedSession,
  donation: CardholderDonation,
  isNew: boolean,
): Promise<FlowResponse> {
  const gift = await readGiftContext(donation);
  const content = (
    <div className="grid gap-3">
      <div>
        <GiftHeading donation={donation} />
      </div>
      {!isNew && <Notice title="Already submitted">We counted this gift once.</Notice>}
      {gift && <GiftTicket donation={donation} {...gift} when={null} isTorn={!isVoid(donation)} />}
      <GiftProgress
        donation={donation}
        bank={session.bankName}
        promisedBy={gift?.promisedBy ?? null}
      >
        {donation.status === "pending" && (
          <p className="text-quiet">You’ll get a receipt once it’s confirmed.</p>
        )}
      </GiftProgress>
      <Back href={returnHref(session, donation.donation_id)} bank={session.bankName} />
    </div>
  );
  return {
    status: isNew ? 200 : 409,
    page: { title: giftTitle(donation), content },
    session,
    ...(gift ? { school: gift.school } : {}),
    flowState: { type: "submitted", donationId: donation.donation_id },
  };
}

type Message = { status: number; heading: string; reason: string; flowState: FlowState };

type EndedSession = { session: EmbedSession; back: string | null; school: SchoolBranding | null };

function messageResponse(
  { status, heading, reason, flowState }: Message,
  known?: EndedSession,
): FlowResponse {
  const { session, back = null, school } = known ?? {};
  const content = (
    <MessagePage school={school} brand={env().brandName} heading={heading} reason={reason}>
      <Back href={back} bank={session?.bankName ?? null} />
    </MessagePage>
  );
  return {
    status,
    page: { title: heading, content },
    flowState,
    ...(session ? { session } : {}),
    ...(school ? { school } : {}),
  };
}

/** The school that the bank chose for the session. */
const schoolOf = async ({ schoolId }: EmbedSession) =>
  schoolId === null ? null : findSchoolBranding(schoolId);

const EXPIRED: Message = {
  status: 410,
  flowState: { type: "expired" },
  heading: "This session timed out",
  reason: "Your points weren’t used. Start again from your bank’s app.",
};

/** Already deleted, so we no longer know whether it made a donation. */
const FORGOTTEN: Message = {
  ...EXPIRED,
  reason: "Start again from your bank’s app.",
};

const INVALID = { type: "error", code: "EMBED_TOKEN_INVALID" } as const;

const BROKEN: Message = {
  status: 401,
  flowState: INVALID,
  heading: "This link doesn’t work",
  reason: "It may be incomplete. Open it again from your bank’s app.",
};

const suspendedBy = (bank: string): Message => ({
  status: 403,
  flowState: { type: "error", code: "BANK_SUSPENDED" },
  heading: "You can’t give right now",
  reason: `${bank} can’t accept gifts right now. Your points weren’t used.`,
});

const revokedBy = (bank: string): Message => ({
  ...EXPIRED,
  heading: "This account is no longer linked",
  reason: `${bank} no longer links this rewards account. Your points weren’t used.`,
});

const ENDED = { expired: () => EXPIRED, revoked: revokedBy, suspended: suspendedBy };

/** The page of a session that isn't open. */
export async function endedPage(
  sessionState: Exclude<EmbedSessionState, { state: "open" }>,
): Promise<FlowResponse> {
  const { state } = sessionState;
  if (state === "used") return donationPage(sessionState.session, sessionState.donation, false);
  if (state === "forgotten") return messageResponse(FORGOTTEN);
  if (state === "broken") return messageResponse(BROKEN);
  const { session } = sessionState;
  const back = cancelHref(session, state === "expired" ? "expired" : "cancelled");
  const known = { session, back, school: await schoolOf(session) };
  return messageResponse(ENDED[state](session.bankName), known);
}

/**
 * For a URL without a token. A script that has stored the token resubmits it from this page, even in a frame.
 * @param framedBy the origins that may frame the page
 */
export const missingPage = (framedBy: string[]): FlowResponse => ({
  ...messageResponse({ ...BROKEN, flowState: { ...INVALID, type: "missing" } }),
  framedBy,
});

/** For a session locked to a school that isn't accepting donations. */
export async function closedPage(session: EmbedSession): Promise<FlowResponse> {
  const school = await schoolOf(session);
  const heading = `${school?.name ?? "This school"} isn’t accepting gifts right now`;
  const reason = "Your points weren’t used.";
  const flowState: FlowState = { type: "ready" };
  const known = { session, back: cancelHref(session), school };
  return messageResponse({ status: 200, heading, reason, flowState }, known);
}

/** For a request body that isn't one of our forms. */
export const unreadablePage = (): FlowResponse =>
  messageResponse({
    status: 400,
    flowState: INVALID,
    heading: "Something went wrong",
    reason: "Go back and try again. Your points weren’t used.",
  });

/** For a rate-limited session or an error on our side. The page resubmits the customer's input. */
export function errorPage(
  status: 429 | 500 | 503,
  fields: URLSearchParams,
  headers: Record<string, string> = { "Retry-After": "2" },
): FlowResponse {
  const isSubmission = fields.has("do");
  const heading = "We can’t do this right now";
  const reason = isSubmission
    ? "Try again in a moment. Your gift is never submitted twice."
    : "Try again in a moment. Your points weren’t used.";
  const content = (
    <MessagePage brand={env().brandName} heading={heading} reason={reason}>
      <form method={isSubmission ? "post" : "get"} action="session">
        <Hidden fields={Object.fromEntries(fields)} />
        <Button data-main className="w-full">
          Try again
        </Button>
      </form>
    </MessagePage>
  );
  const code = status === 500 ? "INTERNAL_ERROR" : "SERVICE_UNAVAILABLE";
  const flowState: FlowState = { type: "error", code };
  return { status, page: { title: heading, content }, flowState, headers };
}
