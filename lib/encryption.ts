/**
 * Encryption at rest: AES-256-GCM with a key ring. The first key encrypts and any key decrypts, so that
 * everything stays readable while keys are rotated.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Encrypted = { keyId: string; sealed: Buffer };

const knownIds = new WeakMap<Buffer, string>();

/** A key ID that does not reveal the key: the first 8 hex digits of its SHA-256. */
function idOf(key: Buffer): string {
  const id = knownIds.get(key) ?? createHash("sha256").update(key).digest("hex").slice(0, 8);
  knownIds.set(key, id);
  return id;
}

/**
 * Encrypts text for storage in one place.
 * @param place such as `platform_config:ohio-state`; decryption for any other place fails
 * @returns nonce, tag, and ciphertext in one buffer, and the key's ID
 */
export function encrypt(keys: Buffer[], place: string, text: string): Encrypted {
  const key = keys[0];
  if (!key) throw new Error("no encryption key is configured");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return { keyId: idOf(key), sealed: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]) };
}

/** The key that encrypted a value isn't in the key ring. */
export class UnknownKey extends Error {
  override name = "UnknownKey";
}

/** Reverses `encrypt`. Throws if the key is unknown, the place differs, or a bit was changed. */
export function decrypt(keys: Buffer[], place: string, { keyId, sealed }: Encrypted): string {
  const key = keys.find((candidate) => idOf(candidate) === keyId);
  if (!key) throw new UnknownKey(`no key ${keyId} to decrypt ${place}`);
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  const ciphertext = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8");
}
