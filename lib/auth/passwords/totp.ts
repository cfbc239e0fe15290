/** Time-based codes (RFC 6238), as authenticator apps make them: SHA-1, six digits, thirty seconds. */
import { timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { env } from "../../env.ts";

const SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** How far a phone's clock may be off, in steps. */
const SKEW_STEPS = 1;

/** A new secret, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function totpOf(secret: string, label = ""): TOTP {
  const issuer = env().brandName;
  const kind = { algorithm: "SHA1", digits: DIGITS, period: SECONDS };
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), ...kind });
}

/** The `otpauth:` address that apps read from a QR code. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/** The code of a moment. */
export function totpCodeAt(secret: string, at: Date): string {
  return totpOf(secret).generate({ timestamp: at.getTime() });
}

/**
 * Checks a code.
 * @returns the time step that it belongs to, or null. Whoever takes it has to see that it is later than
 *   the last one that was taken.
 */
export function totpStepOf(secret: string, code: string, at = new Date()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret);
  const now = Math.floor(at.getTime() / 1_000 / SECONDS);
  const steps = Array.from({ length: 2 * SKEW_STEPS + 1 }, (_, index) => now - SKEW_STEPS + index);
  const matching = steps.filter((step) => {
    const right = totp.generate({ timestamp: step * SECONDS * 1_000 });
    return timingSafeEqual(Buffer.from(right), Buffer.from(code));
  });
  return matching.at(-1) ?? null;
}
