/** CSV files that teams upload. */
import { FormError } from "#app/forms/form-errors.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { otherThanCsv } from "#lib/http/uploads.ts";

/** Twice as long as an idle session lasts. */
const SECONDS = 60 * 60;

/** The last part of an upload's path. Nobody else can send large bodies: a route's `upload` policy. */
export const uploadToken = ({ familyId }: StaffScope) =>
  encryptToken("upload", { familyId }, SECONDS);

/** A CSV file's text. @throws FormError */
export function decodeCsv(file: Uint8Array): string {
  const other = otherThanCsv(file);
  if (!other) return new TextDecoder().decode(file);
  throw new FormError({ file: `This file is ${other}. Save it as “CSV UTF-8” and try again.` });
}
