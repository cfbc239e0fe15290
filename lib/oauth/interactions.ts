/** A consent request's steps in the library: started, decided by the person, and returned to the bank. */
import { UnsecuredJWT } from "jose";
import type { Interaction } from "oidc-provider";
import {
  approveLink,
  findBankOfLink,
  findOpenLink,
  lockLink,
  type OpenLink,
} from "../accounts/consent.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { withinLink } from "./objects.ts";
import { OAUTH_PATHS } from "./paths.ts";
import { oauthProvider } from "./provider.ts";

/** Pushed requests are used immediately: their URL is a redirect. */
const PUSHED_SECONDS = 60;

/**
 * Creates a link's authorization request, as if its bank had pushed it (RFC 9126).
 * @returns the path to redirect to
 */
export async function beginInteraction(link: OpenLink): Promise<string> {
  const { id, bankId, redirectUri, state, nonce, codeChallenge } = link;
  const { PushedAuthorizationRequest } = await oauthProvider();
  const request = new UnsecuredJWT({
    client_id: bankId,
    redirect_uri: redirectUri,
    link: id,
    response_type: "code",
    scope: "openid",
    // JSON omits undefined values.
    state: state ?? undefined,
    nonce: nonce ?? undefined,
    ...(codeChallenge && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
  })
    .setIssuer(bankId)
    .setAudience(env().publicBaseUrl)
    .setIssuedAt()
    .setExpirationTime(`${PUSHED_SECONDS}s`)
    .encode();
  const pushed = new PushedAuthorizationRequest({ request, trusted: ["request"] });
  const request_uri = `urn:ietf:params:oauth:request_uri:${await pushed.save(PUSHED_SECONDS)}`;
  return `${OAUTH_PATHS.authorization}?${new URLSearchParams({ client_id: bankId, request_uri })}`;
}

type OpenInteraction = { interaction: Interaction; link: OpenLink };

/** @param cookie the interaction that this browser started */
async function findInteraction(uid: string, cookie: string | undefined) {
  return cookie === uid ? (await oauthProvider()).Interaction.find(uid) : undefined;
}

/** A consent page's interaction, while its link can be approved. */
export async function findOpenInteraction(
  ...page: Parameters<typeof findInteraction>
): Promise<OpenInteraction | null> {
  const interaction = await findInteraction(...page);
  const link = interaction && (await findOpenLink(interaction.params.link as string));
  return interaction && link ? { interaction, link } : null;
}

/** A decided interaction, for the page that returns the person to the bank. */
export async function findDecidedInteraction(...page: Parameters<typeof findInteraction>) {
  const interaction = await findInteraction(...page);
  if (!interaction?.result) return null;
  const bank = await findBankOfLink(interaction.params.link as string);
  if (bank === null) return null;
  const isApproved = !("error" in interaction.result);
  // Declined here, but approved in another browser.
  if (bank.isRedeemed && !isApproved) return null;
  return { ...bank, path: resumePath(interaction), isApproved };
}

const remainingSeconds = ({ exp }: Interaction) =>
  Math.max(1, exp - Math.floor(Date.now() / 1_000));

const resumePath = ({ returnTo }: Interaction) => new URL(returnTo).pathname;

/**
 * Approves the link on behalf of the person who is signed in, once.
 * @returns the path that returns to the bank, or why it wasn't approved
 */
export async function approveInteraction(
  scope: CardholderScope,
  { interaction, link }: OpenInteraction,
): Promise<{ path: string } | "ended" | "too many"> {
  const { Grant } = await oauthProvider();
  return transaction(async (tx) => {
    const result = await approveLink(scope, link, tx);
    if (result !== "approved") return result;
    await withinLink(link.id, tx, async () => {
      const grant = new Grant({ accountId: link.accountId, clientId: link.bankId });
      grant.addOIDCScope("openid");
      const login = { accountId: link.accountId, remember: false };
      interaction.result = { login, consent: { grantId: await grant.save() } };
      await interaction.save(remainingSeconds(interaction));
    });
    return { path: resumePath(interaction) };
  });
}

/** Declines. The link stays open. @returns the path that returns to the bank */
export async function declineInteraction({ interaction, link }: OpenInteraction): Promise<string> {
  await transaction(async (tx) => {
    await lockLink(tx, link.id);
    // Approved in the meantime: both buttons were pressed.
    if (!(await findOpenLink(link.id, tx))) return;
    interaction.result = { error: "access_denied", error_description: "The customer declined." };
    await withinLink(link.id, tx, () => interaction.save(remainingSeconds(interaction)));
  });
  return resumePath(interaction);
}
