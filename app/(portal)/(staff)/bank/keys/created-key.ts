import { secretNote } from "../../../secret-note.ts";

/** A new key, for the page that shows it once. */
export const createdKey = secretNote<{ name: string; apiKey: string; isWaiting: boolean }>(
  "api-key",
  "/bank/keys/created",
);
