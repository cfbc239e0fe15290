/**
 * Known devices: browsers on which someone has signed in before (OWASP's "device cookies"). Each stores an encrypted
 * token that identifies these people, so others' attempts from the same network can't lock them out. The token grants
 * no access: it only decides which limit wrong attempts count toward.
 */
import { randomUUID } from "node:crypto";
import type { CardholderScope } from "../../auth/scopes.ts";
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { db } from "../../database/prisma.ts";
import {
  isSamePassword,
  type PasswordMark,
  type Person,
  passwordMarkOf,
} from "./password-proof.ts";

/** A device token's lifetime, from the last sign-in. */
export const DEVICE_TOKEN_SECONDS = 365 * 24 * 60 * 60;

/** Several people may share a browser. The least recent are dropped. */
const MAX_PEOPLE = 5;

/**
 * The people who have signed in on a device, each with their password at that time. Replacing a password makes all of its
 * devices unknown, so an intruder's device is no help in guessing the new one.
 */
type Device = { deviceId: string; people: PasswordMark[] };

/** The device's ID, if this person has signed in on it with their current password. */
export async function knownDeviceId(
  person: Person | null,
  token: string | undefined,
): Promise<string | null> {
  const device = token ? await decryptToken<Device>("known-device", token) : null;
  if (!device || !person) return null;
  const own = passwordMarkOf(person);
  return device.people.some((one) => isSamePassword(one, own)) ? device.deviceId : null;
}

/**
 * The new token of a browser in which its owner just signed in, or entered or set their password.
 * @param token the one that the browser sent
 * @returns null if the session has ended, as it does when the password is replaced elsewhere
 */
export async function rememberDevice(
  { cardholderId, familyId }: CardholderScope,
  token: string | undefined,
): Promise<string | null> {
  // One query is enough: while the session is open, its password is the current one.
  const person = await db().cardholder.findUnique({
    where: { id: cardholderId, sessions: { some: { id: familyId, revokedAt: null } } },
    select: { id: true, passwordHash: true },
  });
  if (!person?.passwordHash) return null;
  const { id, passwordHash } = person;
  const device = token ? await decryptToken<Device>("known-device", token) : null;
  const others = (device?.people ?? []).filter((one) => one.cardholderId !== cardholderId);
  const people = [passwordMarkOf({ id, passwordHash }), ...others].slice(0, MAX_PEOPLE);
  const deviceId = device?.deviceId ?? randomUUID();
  return encryptToken("known-device", { deviceId, people } satisfies Device, DEVICE_TOKEN_SECONDS);
}
