/** Notification preferences. Null in the database means that the default applies. */
import type { Preference } from "../../../generated/prisma/client.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { camelCase } from "../../database/run.ts";
import {
  isOnByDefault,
  mapPreferences,
  type Preferences,
  type PreferencesUpdate,
} from "./preferences-contract.ts";

const columnOf = (name: string) =>
  camelCase(name) as Exclude<keyof Preference, "cardholderId" | "updatedAt">;

/** The preferences of a row, or the defaults without one. */
const serializePreferences = (row: Preference | null): Preferences => ({
  ...mapPreferences((name) => row?.[columnOf(name)] ?? isOnByDefault(name)),
  updated_at: row?.updatedAt.toISOString() ?? null,
});

export async function getCardholderPreferences({
  cardholderId,
}: CardholderScope): Promise<Preferences> {
  return serializePreferences(await db().preference.findUnique({ where: { cardholderId } }));
}

/** Null resets a preference to its default. Concurrent changes to different preferences don't overwrite each other. */
export async function updateCardholderPreferences(
  scope: CardholderScope,
  update: PreferencesUpdate,
): Promise<Preferences> {
  const changed = Object.entries(update).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return getCardholderPreferences(scope);
  const changes = Object.fromEntries(changed.map(([name, value]) => [columnOf(name), value]));
  const { cardholderId } = scope;
  const updatedAt = new Date();
  const row = await db().preference.upsert({
    where: { cardholderId },
    create: { cardholderId, ...changes, updatedAt },
    update: { ...changes, updatedAt },
  });
  return serializePreferences(row);
}
