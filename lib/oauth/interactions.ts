/** The way of a request through the library: opened, decided by the person, and back to the bank. */
import { UnsecuredJWT } from "jose";
import type { Interaction } from "oidc-provider";
import { approveLink, bankOfLink, lockLink, type OpenLink, openLink } from "../accounts/consent.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { withinLink } from "./objects.ts";
import { OAUTH_PATHS } from "./places.ts";
import { oauthProvider } from "./provider.ts";

/** A pushed request is used at once: its URL is a redirect. */
const PUSHED_SECONDS = 60;

/**
 * Makes the authorization request of a link, as if its bank had pushed it (RFC 9126).
 * @returns the path to go on at
 */
export async function beginInteraction(link: OpenLink): Promise<string> {
  const { id, bankId, redirectUri, state, nonce, codeChallenge } = link;
  const { PushedAuthorizationRequest } = await oauthProvider();
  const request = new UnsecuredJWT({
    ...{ client_id: bankId, redirect_uri: redirectUri, link: id },
    ...{ response_type: "code", scope: "openid" },
    // JSON leaves out what is undefined.
    ...{ state: state ?? undefined, nonce: nonce ?? undefined },
    ...(codeChallenge && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
  })
    .setIssuer(bankId)
    .setAudience(env().publicBaseUrl)
    .setIssuedAt()
    .setExpirationTime(`${PUSHED_SECONDS}s`)
    .encode();
  const pushed = new PushedAuthorizationRequest({ request, trusted: true });
  const requestUri = `urn:ietf:params:oauth:request_uri:${await pushed.save(PUSHED_SECONDS)}`;
  return `${OAUTH_PATHS.authorization}?${new URLSearchParams({ client_id: bankId, request_uri: requestUri })}`;
}

export type OpenInteraction = { interaction: Interaction; link: OpenLink };

/**
 * The interaction of a consent page, while its link can be approved.
 * @param cookie the interaction that this browser has begun at this page
 */
export async function openInteraction(
  uid: string,
  cookie: string | undefined,
): Promise<OpenInteraction | null> {
  if (cookie !== uid) return null;
  const { Interaction } = await oauthProvider();
  const interaction = await Interaction.find(uid);
  const link = interaction && (await openLink(interaction.params.link as string));
  return interaction && link ? { interaction, link } : null;
}

/** An interaction that was decided, for the page that leads back to the bank. */
export async function decidedInteraction(uid: string, cookie: string | undefined) {
  if (cookie !== uid) return null;
  const { Interaction } = await oauthProvider();
  const interaction = await Interaction.find(uid);
  if (!interaction?.result) return null;
  const bank = await bankOfLink(interaction.params.link as string);
  if (bank === null) return null;
  const isApproved = !("error" in interaction.result);
  // Declined here, and approved elsewhere.
  if (bank.isRedeemed && !isApproved) return null;
  return { ...bank, path: resumePath(interaction), isApproved };
}

const now = () => Math.floor(Date.now() / 1_000);

/** The path at which the library goes on: it is on this host. */
const resumePath = ({ returnTo }: Interaction) => new URL(returnTo).pathname;

/**
 * Approves the link in the name of the person who is signed in, once.
 * @returns the path that leads back to the bank, or why it was not approved
 */
export async function approveInteraction(
  scope: CardholderScope,
  { interaction, link }: OpenInteraction,
): Promise<{ path: string } | "ended" | "too many"> {
  const { Grant } = await oauthProvider();
  return transaction(async (tx) => {
    const outcome = await approveLink(scope, link, tx);
    if (outcome !== "approved") return outcome;
    await withinLink(link.id, tx, async () => {
      const grant = new Grant({ accountId: link.accountId, clientId: link.bankId });
      grant.addOIDCScope("openid");
      const login = { accountId: link.accountId, remember: false };
      interaction.result = { login, consent: { grantId: await grant.save() } };
      await interaction.save(Math.max(1, interaction.exp - now()));
    });
    return { path: resumePath(interaction) };
  });
}

/** Sends the person back to the bank without approval. The link stays open. @returns the path that leads there */
export async function declineInteraction({ interaction, link }: OpenInteraction): Promise<string> {
  await transaction(async (tx) => {
    await lockLink(tx, link.id);
    // Approved meanwhile: both buttons were pressed.
    if (!(await openLink(link.id, tx))) return;
    interaction.result = { error: "access_denied", error_description: "The customer declined." };
    await withinLink(link.id, tx, () => interaction.save(Math.max(1, interaction.exp - now())));
  });
  return resumePath(interaction);
}
