/**
 * The way back to the bank after the decision. It is one transaction, so that a failure leaves everything as it
 * was, and the same browser can repeat it: apps often open only when the person presses the button.
 */
import type { Context } from "oidc-provider";
import { lockLink } from "../accounts/consent.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { ObjectStore, withinLink } from "./objects.ts";
import { consentPath, OAUTH_PATHS, resumeCookie } from "./places.ts";
import { answerFailure } from "./responses.ts";

/** How long a redirect is repeated. After that, a new code replaces its own: the bank needs time to redeem it. */
const REPEATED_SECONDS = 30;

const interactions = new ObjectStore("Interaction");
/** The redirect with a code that an interaction has led to. */
const issuedRedirects = new ObjectStore("IssuedRedirect");

type Issued = { location: string; repeatedUntil: number };
type Next = () => Promise<void>;

/** Rolls back what led to an error response. */
class Refused extends Error {}

function redirect(ctx: Context, location: string): void {
  ctx.status = 303;
  ctx.set("Location", location);
  ctx.body = "";
}

/** Ends the code that an interaction has led to, so that it can lead to another. */
async function withdraw(linkId: string, tx: Transaction): Promise<void> {
  const codes = kysely
    .deleteFrom("oauthObject")
    .where("linkId", "=", linkId)
    .where("kind", "=", "AuthorizationCode");
  await affected(codes, tx);
  const requests = kysely
    .updateTable("oauthObject")
    .set({ consumedAt: null })
    .where("linkId", "=", linkId)
    .where("kind", "=", "PushedAuthorizationRequest");
  await affected(requests, tx);
}

/** Lets the library go on. */
async function goOn(ctx: Context, next: Next, uid: string): Promise<void> {
  await next();
  if (ctx.status !== 303) throw new Refused();
  // Declined, or not decided yet.
  if (!ctx.oidc.entities.AuthorizationCode) return;
  const location = String(ctx.res.getHeader("location"));
  const repeatedUntil = Date.now() + REPEATED_SECONDS * 1_000;
  await issuedRedirects.upsert(uid, { location, repeatedUntil } satisfies Issued, REPEATED_SECONDS);
}

/** One at a time for each link. */
async function leadBack(ctx: Context, next: Next, uid: string, linkId: string): Promise<void> {
  await transaction((tx) =>
    withinLink(linkId, tx, async () => {
      const link = await lockLink(tx, linkId);
      if (link?.redeemedAt) return redirect(ctx, `${consentPath(uid)}/back`);
      const issued = (await issuedRedirects.find(uid)) as Issued | undefined;
      if (issued && issued.repeatedUntil > Date.now()) return redirect(ctx, issued.location);
      if (issued) await withdraw(linkId, tx);
      return goOn(ctx, next, uid);
    }),
  );
}

/** Runs around the library's work on the way back, for the browser that has the interaction's cookie. */
export async function wayBack(ctx: Context, next: Next): Promise<void> {
  const isWayBack = ctx.path.startsWith(`${OAUTH_PATHS.authorization}/`);
  const uid = isWayBack ? ctx.cookies.get(resumeCookie()) : undefined;
  if (uid === undefined) return next();
  try {
    const linkId = await interactions.linkIdOf(uid);
    // The library refuses what has ended.
    await (linkId === undefined ? next() : leadBack(ctx, next, uid, linkId));
  } catch (error) {
    if (!(error instanceof Refused)) answerFailure(ctx, error);
  }
}
