/**
 * Sends the person back to the bank after the decision. It's one transaction, so a failure changes nothing, and
 * the same browser can repeat it: apps often open only when the person presses the button.
 */
import type { KoaContextWithOIDC as Context } from "oidc-provider";
import { lockLink } from "../accounts/consent.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { ObjectStore, withinLink } from "./objects.ts";
import { consentPath, OAUTH_PATHS, resumeCookie } from "./paths.ts";
import { answerFailure } from "./responses.ts";

/** How long a redirect is reused. After that, a new code replaces it, so that the bank has time to redeem it. */
const REUSE_SECONDS = 30;

const interactions = new ObjectStore("Interaction");
/** The redirect, with a code, that an interaction has issued. */
const issuedRedirects = new ObjectStore("IssuedRedirect");

type IssuedRedirect = { location: string; repeatedUntil: number };
type Next = () => Promise<void>;

/** Rolls back the transaction of an error response. */
class Rollback extends Error {}

function redirect(ctx: Context, location: string): void {
  ctx.status = 303;
  ctx.set("Location", location);
  ctx.body = "";
}

/** Revokes an interaction's code, so that a new one can be issued. */
async function revokeCode(linkId: string, tx: Transaction): Promise<void> {
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

/** Lets the library continue, and stores its redirect. */
async function continueFlow(ctx: Context, next: Next, uid: string): Promise<void> {
  await next();
  if (ctx.status !== 303) throw new Rollback();
  // Declined, or not decided yet.
  if (!ctx.oidc.entities.AuthorizationCode) return;
  const location = String(ctx.res.getHeader("location"));
  const issued: IssuedRedirect = { location, repeatedUntil: Date.now() + REUSE_SECONDS * 1_000 };
  await issuedRedirects.upsert(uid, issued, REUSE_SECONDS);
}

/** Serialized per link. */
async function redirectToBank(ctx: Context, next: Next, uid: string, linkId: string) {
  await transaction((tx) =>
    withinLink(linkId, tx, async () => {
      const link = await lockLink(tx, linkId);
      if (link?.redeemedAt) return redirect(ctx, `${consentPath(uid)}/back`);
      const issued = (await issuedRedirects.find(uid)) as IssuedRedirect | undefined;
      if (issued && issued.repeatedUntil > Date.now()) return redirect(ctx, issued.location);
      if (issued) await revokeCode(linkId, tx);
      return continueFlow(ctx, next, uid);
    }),
  );
}

/** Middleware: handles the return for the browser that has the interaction's cookie. */
export async function returnToBank(ctx: Context, next: Next): Promise<void> {
  const isReturn = ctx.path.startsWith(`${OAUTH_PATHS.authorization}/`);
  const uid = isReturn ? ctx.cookies.get(resumeCookie()) : undefined;
  if (uid === undefined) return next();
  try {
    const linkId = await interactions.linkIdOf(uid);
    // Without a link it has ended, and the library refuses it.
    await (linkId === undefined ? next() : redirectToBank(ctx, next, uid, linkId));
  } catch (error) {
    if (!(error instanceof Rollback)) answerFailure(ctx, error);
  }
}
