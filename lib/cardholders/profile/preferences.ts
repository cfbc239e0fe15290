/** Notification preferences. Those never set are stored as null and have the default. */
import type { Preference } from "../../../generated/prisma/client.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import type { Preferences, PreferencesUpdate } from "./preferences-contract.ts";

/** The preferences of a row, or the defaults without one. */
function serializePreferences(row: Preference | null): Preferences {
  return {
    email_campaign_updates: row?.emailCampaignUpdates ?? false,
    email_donation_confirmation: row?.emailDonationConfirmation ?? true,
    email_tax_receipt: row?.emailTaxReceipt ?? true,
    email_service_newsletter: row?.emailServiceNewsletter ?? false,
    marketing_opt_in: row?.marketingOptIn ?? false,
    push_donation_confirmation: row?.pushDonationConfirmation ?? false,
    push_school_campaigns: row?.pushSchoolCampaigns ?? false,
    sms_campaign_alerts: row?.smsCampaignAlerts ?? false,
    sms_donation_confirmation: row?.smsDonationConfirmation ?? false,
    updated_at: row?.updatedAt.toISOString() ?? null,
  };
}

async function preferencesOf(cardholderId: string): Promise<Preferences> {
  return serializePreferences(await db().preference.findUnique({ where: { cardholderId } }));
}

/** The cardholder's preferences. */
export function getCardholderPreferences(scope: CardholderScope): Promise<Preferences> {
  return preferencesOf(scope.cardholderId);
}

/** Columns to change: undefined leaves one alone, null resets it to the default. */
function changesOf(update: PreferencesUpdate) {
  return {
    emailCampaignUpdates: update.email_campaign_updates,
    emailDonationConfirmation: update.email_donation_confirmation,
    emailTaxReceipt: update.email_tax_receipt,
    emailServiceNewsletter: update.email_service_newsletter,
    marketingOptIn: update.marketing_opt_in,
    pushDonationConfirmation: update.push_donation_confirmation,
    pushSchoolCampaigns: update.push_school_campaigns,
    smsCampaignAlerts: update.sms_campaign_alerts,
    smsDonationConfirmation: update.sms_donation_confirmation,
  };
}

/** Changes some preferences. Concurrent changes do not overwrite each other. */
export async function updateCardholderPreferences(
  { cardholderId }: CardholderScope,
  update: PreferencesUpdate,
): Promise<Preferences> {
  const changes = changesOf(update);
  if (Object.values(changes).every((value) => value === undefined)) {
    return preferencesOf(cardholderId);
  }
  const updatedAt = new Date();
  const row = await db().preference.upsert({
    where: { cardholderId },
    create: { cardholderId, ...changes, updatedAt },
    update: { ...changes, updatedAt },
  });
  return serializePreferences(row);
}
