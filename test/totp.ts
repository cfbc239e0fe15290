import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app shows for a secret. */
export const totpCodeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
