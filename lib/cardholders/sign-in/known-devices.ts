/**
 * Browsers with which somebody has signed in before (OWASP's "device cookies"). Each keeps an encrypted
 * token that names them, so that attempts of others from the same network lock none of them out. The token
 * grants nothing: it only decides where wrong attempts are counted.
 */
import { randomUUID } from "node:crypto";
import type { CardholderScope } from "../../auth/scopes.ts";
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { db } from "../../database/prisma.ts";
import { isMarked, type Known, type Mark, markOf } from "./password-proof.ts";

/** Since the last sign-in. */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60;

/** For a family that shares a browser; the least recent are dropped. */
const MAX_PEOPLE = 5;

/**
 * The people who have signed in with it, each with the password that was used: replacing it makes all devices unknown,
 * so that a device that someone else has signed in with is of no help in guessing the new one.
 */
type Device = { deviceId: string; people: Mark[] };

/** The device's id, if this person has signed in with it by their current password. */
export async function deviceKnownTo(
  person: Known | null,
  note: string | undefined,
): Promise<string | null> {
  const device = note ? await decryptToken<Device>("known-device", note) : null;
  if (!device || !person) return null;
  const own = markOf(person);
  return device.people.some((one) => isMarked(one, own)) ? device.deviceId : null;
}

/**
 * The token for a browser in which the password was just entered or set.
 * @param note the token that it sent
 * @returns null if the session has ended, as it does when the password is replaced elsewhere
 */
export async function rememberDevice(
  { cardholderId, familyId }: CardholderScope,
  note: string | undefined,
): Promise<string | null> {
  // One query for both: while the session is open, its password is the current one.
  const person = await db().cardholder.findUnique({
    where: { id: cardholderId, sessions: { some: { id: familyId, revokedAt: null } } },
    select: { id: true, passwordHash: true },
  });
  if (!person?.passwordHash) return null;
  const { id, passwordHash } = person;
  const device = note ? await decryptToken<Device>("known-device", note) : null;
  const others = (device?.people ?? []).filter((one) => one.cardholderId !== cardholderId);
  const people = [markOf({ id, passwordHash }), ...others].slice(0, MAX_PEOPLE);
  const deviceId = device?.deviceId ?? randomUUID();
  return encryptToken("known-device", { deviceId, people } satisfies Device, DEVICE_SECONDS);
}
