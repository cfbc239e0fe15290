/** Giving in embedded sessions: one gift per session, with the fields that the bank locked. */
import { type Allowance, findAllowances } from "../donations/accept/limits.ts";
import type { Sharing, SharingTerms } from "../donations/sharing.ts";
import {
  type ConfirmResult,
  confirm,
  type Draft,
  draftGift,
  type GiftRequest,
  type Giver,
} from "../giving/give.ts";
import { toDollars } from "../money.ts";
import { type EmbedSession, findEmbedDonation } from "./sessions.ts";

type LockedFields = Partial<Pick<GiftRequest, "school_id" | "fund_designation" | "dollar_amount">>;

/** The fields that the customer can't change. A fund is locked together with its school. */
export function lockedFields(session: EmbedSession): LockedFields {
  const { lockSchool, schoolId, fund, lockAmount, amountCents } = session;
  return {
    ...(lockSchool && schoolId !== null ? { school_id: schoolId } : {}),
    ...(lockSchool && fund !== null ? { fund_designation: fund } : {}),
    ...(lockAmount && amountCents !== null ? { dollar_amount: toDollars(amountCents) } : {}),
  };
}

/** A locked amount is the bank's decision: no limits apply to it. */
const isAmountLocked = (session: EmbedSession) => lockedFields(session).dollar_amount !== undefined;

/** What the account can give now; null if the bank locked the amount. */
export async function findAllowance(session: EmbedSession): Promise<Allowance | null> {
  if (isAmountLocked(session)) return null;
  const [allowance] = await findAllowances([{ ...session, ...session.scope }]);
  return allowance ?? null;
}

/** What the customer can share. A person learns nothing from, and changes nothing by, a link they haven't accepted. */
export const sharingIn = ({ isAccepted, ...session }: EmbedSession): SharingTerms => ({
  chosen: isAccepted ? (session.shareWithSchool as Sharing | null) : null,
  hasAddress: isAccepted && session.hasAddress,
  isRemembered: isAccepted,
});

const giverIn = (session: EmbedSession): Giver => ({
  ...session.scope,
  channel: "embed",
  account: {
    ...session,
    bankId: session.scope.bankId,
    limits: isAmountLocked(session) ? null : session,
  },
  keyId: session.keyId,
  sharing: sharingIn(session),
});

export const draftInSession = (session: EmbedSession, input: GiftRequest): Promise<Draft> =>
  draftGift(giverIn(session), { ...input, ...lockedFields(session) }, session.scope.sessionId);

/** Gives in an open session, as `confirm` does. @param points the points that the customer saw */
export function confirmInSession(
  session: EmbedSession,
  input: GiftRequest,
  points: number,
): Promise<ConfirmResult> {
  const request = { ...input, ...lockedFields(session) };
  // The session's ID makes repeated and concurrent confirmations idempotent.
  const draft = { donationId: session.scope.sessionId, request, points };
  return confirm(giverIn(session), draft, () => findEmbedDonation(session.scope));
}
