/** Passkeys (WebAuthn): what browsers are asked, and the verification of their responses. Nothing here is stored. */
import { randomBytes } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { parse as bytesOfUuid } from "uuid";
import { z } from "zod";
import { env } from "../env.ts";

/** Loaded on first use: it takes 200 ms and 27 MB, and most processes never need it. */
const webauthn = () => import("@simplewebauthn/server");

/** How long the browser waits for the person. */
const PROMPT_MS = 2 * 60 * 1_000;
const CHALLENGE_BYTES = 32;

/** Ed25519, ES256, RS256: the same on every machine, unlike the library's default, which depends on its OpenSSL. */
const ALGORITHMS = [-8, -7, -257];

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof TRANSPORTS)[number];
const isTransport = (name: string): name is Transport =>
  (TRANSPORTS as readonly string[]).includes(name);

export type Passkey = { credentialId: Uint8Array; transports: string[] };

/** Passkeys work on this site only: browsers never use one elsewhere, and we accept no response from elsewhere. */
function relyingParty() {
  const { origin, hostname } = new URL(env().publicBaseUrl);
  return { origin, id: hostname };
}

export const makeChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString("base64url");

/** The library takes no Buffer. */
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: Buffer.from(credentialId).toString("base64url"),
  transports: transports.filter(isTransport),
});

type Owner = { cardholderId: string; email: string; name: string };

/** What the browser needs to create a passkey that can sign in without an email address. */
export async function creationOptions(challenge: string, owner: Owner, existing: Passkey[]) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    challenge: bytesOf(challenge),
    rpID: relyingParty().id,
    rpName: env().brandName,
    userID: new Uint8Array(bytesOfUuid(owner.cardholderId)),
    userName: owner.email,
    userDisplayName: owner.name,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: PROMPT_MS,
  });
}

/** What the browser needs to use a passkey: one of these, or, if there are none, any that it has for this site. */
export async function requestOptions(challenge: string, allowed: Passkey[]) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    challenge: bytesOf(challenge),
    rpID: relyingParty().id,
    allowCredentials: allowed.map(descriptorOf),
    userVerification: "required",
    timeout: PROMPT_MS,
  });
}

const base64url = z.string().regex(/^[\w-]+$/);
/** What is read of a browser's response here. The library checks all of it. */
const credential = z.looseObject({
  id: base64url,
  response: z.looseObject({ clientDataJSON: base64url }),
});

/** Null instead of an error, which the library throws for every response that it refuses. */
async function orNull<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

/** A response to `requestOptions`, not verified yet. */
export type Assertion = Omit<AuthenticationResponseJSON, "clientExtensionResults">;

const parse = <Response>(input: string): Promise<Response | null> =>
  orNull(() => credential.parse(JSON.parse(input)) as unknown as Response);

/** A browser's response as form input; null if it isn't one. */
export const parseAssertion = (input: string) => parse<Assertion>(input);

export const credentialIdOf = ({ id }: Assertion) => bytesOf(id);

/** Whether a passkey names this person as its owner. Only one that was found by itself has to. */
export function isOwnedBy({ response }: Assertion, cardholderId: string): boolean {
  const { userHandle } = response;
  return userHandle === Buffer.from(bytesOfUuid(cardholderId)).toString("base64url");
}

/** The checks that both kinds of response share. */
function expectations(challenge: string) {
  const { origin, id } = relyingParty();
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  };
}

/** The library allows frames of other sites in browsers that don't name the site. */
const isInForeignFrame = (clientDataJSON: string) =>
  JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).crossOrigin === true;

/**
 * Verifies a signature, and everything that it signs except the counter, which the caller compares with the stored one.
 * @returns null if anything is wrong: the challenge, the origin, no user verification, or the signature
 */
export async function verifyAssertion(
  assertion: Assertion,
  challenge: string,
  publicKey: Uint8Array,
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  return orNull(async () => {
    if (isInForeignFrame(assertion.response.clientDataJSON)) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectations(challenge),
      response: { ...assertion, clientExtensionResults: {} },
      credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!verified) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: newCounter, isBackedUp: credentialBackedUp };
  });
}

/**
 * Certificates prove an authenticator's maker, which we don't ask for. Verifying them would run much code on a client's
 * input, and may fetch revocation lists.
 */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(bytesOf(attestationObject));
  const format = attestation.get("fmt");
  if (format === "packed") return attestation.get("attStmt").get("x5c") !== undefined;
  return format !== "none";
}

/** Verifies the response to `creationOptions`. @returns null if anything is wrong */
export async function verifyRegistration(input: string, challenge: string) {
  const registration = await parse<RegistrationResponseJSON>(input);
  if (!registration) return null;
  const { clientDataJSON, attestationObject, transports = [] } = registration.response;
  const { verifyRegistrationResponse } = await webauthn();
  return orNull(async () => {
    if (isInForeignFrame(clientDataJSON) || (await hasCertificate(attestationObject))) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectations(challenge),
      response: {
        ...registration,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential: created, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(created.id, "base64url"),
      publicKey: Buffer.from(created.publicKey),
      counter: created.counter,
      transports: [...new Set(transports.filter(isTransport))],
      isBackedUp: credentialBackedUp,
    };
  });
}
