import type { CreatedServiceKey } from "#lib/staff/service-keys.ts";
import { secretNote } from "../../../secret-note.ts";

/** A new key, for the page that shows it once. */
export const createdKey = secretNote<Pick<CreatedServiceKey, "name" | "secret">>(
  "service-key",
  "/school/service-keys/created",
);
