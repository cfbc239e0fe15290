/** Time-based one-time passwords (RFC 6238), as authenticator apps generate them: SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from "otpauth";
import { env } from "../../env.ts";

const SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** The accepted clock skew, in steps. */
const SKEW_STEPS = 1;

/** A new secret, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function totpOf(secret: string, label = ""): TOTP {
  const issuer = env().brandName;
  const options = { algorithm: "SHA1", digits: DIGITS, period: SECONDS };
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), ...options });
}

/** The `otpauth:` URI that apps scan as a QR code. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/**
 * Checks a code.
 * @returns the code's time step, or null if it's wrong. The caller must check that the step is later than the last
 *   accepted one.
 */
export function totpStepOf(secret: string, code: string, at = new Date()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret);
  // The latest step first: a code that matches two steps must not be accepted once for each.
  for (let skew = SKEW_STEPS; skew >= -SKEW_STEPS; skew--) {
    const timestamp = at.getTime() + skew * SECONDS * 1_000;
    if (totp.validate({ token: code, timestamp, window: 0 }) === 0)
      return totp.counter({ timestamp });
  }
  return null;
}
