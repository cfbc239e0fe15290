/**
 * Browsers with which somebody has signed in before (OWASP's "device cookies"). Each keeps an encrypted
 * token that names them, so that attempts of others from the same network lock none of them out. The token
 * grants nothing: it only decides where wrong attempts are counted.
 */
import { randomUUID } from "node:crypto";
import type { CardholderScope } from "../../auth/scopes.ts";
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { db } from "../../database/prisma.ts";
import { type Known, markOf } from "./password-proof.ts";

/** From the last sign-in on. */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60;

/** A family shares a browser, not more: those who have not signed in for longest are dropped. */
const MAX_PEOPLE = 5;

/**
 * A mark stands for the password that was shown: whoever replaces it knows no device any more, so that
 * one which somebody else has signed in with until then is of no help in guessing the new one.
 */
type Person = { cardholderId: string; passwordMark: string };
type Device = { deviceId: string; people: Person[] };

const personOf = ({ id, passwordHash }: Known): Person => ({
  cardholderId: id,
  passwordMark: markOf(passwordHash),
});

/** The device's id, where this person has signed in with it by the password that they have now. */
export async function deviceKnownTo(
  person: Known | null,
  note: string | undefined,
): Promise<string | null> {
  const device = note ? await decryptToken<Device>("known-device", note) : null;
  if (!device || !person) return null;
  const { cardholderId, passwordMark } = personOf(person);
  const isKnown = device.people.some(
    (one) => one.cardholderId === cardholderId && one.passwordMark === passwordMark,
  );
  return isKnown ? device.deviceId : null;
}

/**
 * The note for a browser in which the password has just been shown, or set.
 * @param note what it has brought
 * @returns null where the session has ended meanwhile, as it does when the password is replaced elsewhere
 */
export async function rememberDevice(
  { cardholderId, familyId }: CardholderScope,
  note: string | undefined,
): Promise<string | null> {
  // Both in one look: the password of a session that stands is the one that this session has shown.
  const person = await db().cardholder.findUnique({
    where: { id: cardholderId, sessions: { some: { id: familyId, revokedAt: null } } },
    select: { id: true, passwordHash: true },
  });
  if (!person?.passwordHash) return null;
  const { id, passwordHash } = person;
  const device = note ? await decryptToken<Device>("known-device", note) : null;
  const others = (device?.people ?? []).filter((one) => one.cardholderId !== cardholderId);
  const people = [personOf({ id, passwordHash }), ...others].slice(0, MAX_PEOPLE);
  const deviceId = device?.deviceId ?? randomUUID();
  return encryptToken("known-device", { deviceId, people } satisfies Device, DEVICE_SECONDS);
}
