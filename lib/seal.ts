/**
 * Encryption at rest: AES-256-GCM under a ring of keys. The first key seals; any key opens, so that
 * keys rotate without a moment at which something cannot be read.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Sealed = { keyId: string; sealed: Buffer };

/** Names a key without giving it away: the first 8 hex digits of its SHA-256. */
function idOf(key: Buffer): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 8);
}

/**
 * Seals a text for one place.
 * @param place where it will be kept (`platform_config:ohio-state`); it opens nowhere else
 * @returns nonce, tag and ciphertext in one buffer, and the id of the key
 */
export function seal(keys: Buffer[], place: string, text: string): Sealed {
  const key = keys[0];
  if (!key) throw new Error("there is no key to seal with");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return { keyId: idOf(key), sealed: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]) };
}

/** No key of the ring opens it. */
export class UnknownKey extends Error {
  override name = "UnknownKey";
}

/** What became of sealing many things anew. */
export type Resealed = { resealed: number; unreadable: string[] };

/** Seals many things anew; what no key opens is named and left as it is, and stops nothing else. */
export async function resealAll<Row>(
  rows: Row[],
  idOfRow: (row: Row) => string,
  reseal: (row: Row) => Promise<void>,
): Promise<Resealed> {
  const unreadable: string[] = [];
  for (const row of rows) {
    try {
      await reseal(row);
    } catch (error) {
      if (!(error instanceof UnknownKey)) throw error;
      unreadable.push(idOfRow(row));
    }
  }
  return { resealed: rows.length - unreadable.length, unreadable };
}

/** Opens what `seal` made. Throws where the key is unknown, the place differs or a bit was changed. */
export function unseal(keys: Buffer[], place: string, { keyId, sealed }: Sealed): string {
  const key = keys.find((candidate) => idOf(candidate) === keyId);
  if (!key) throw new UnknownKey(`no key ${keyId} to open ${place}`);
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  const ciphertext = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8");
}
