/** A bank of a running application, created by the operator and used over HTTP, and its school's platform. */
import type { Platform } from "../platform/process.ts";
import { type Application, fileWith } from "./application.ts";

/** @param url its webhook endpoint */
export async function makeBank(app: Application, url: string, { contactEmail = "" } = {}) {
  const contact = contactEmail ? ["--contact-email", contactEmail] : [];
  const { bank_id } = await app.admin("bank", "create", "--name", "Test Bank", ...contact);
  const { api_key: key } = await app.admin("key", "issue", "--bank", bank_id);
  const { body } = await app.api("POST", "/v1/webhook-endpoints", { url }, key);
  const { endpoint_id, secret } = body.data;
  return { id: bank_id as string, key: key as string, endpoint: endpoint_id as string, secret };
}

/** Connects a school to a test platform, as the operator. */
export async function configureRestPlatform(
  app: Application,
  school: string,
  { houseAccountId, baseUrl, apiKey }: Platform["config"],
): Promise<void> {
  await app.admin(
    ...["school", "configure", "--school", school, "--adapter", "rest"],
    ...["--house-account", houseAccountId, "--base-url", baseUrl],
    ...["--api-key-file", fileWith(apiKey)],
  );
}

export const donationRequest = (reference: string, changes: object = {}) => ({
  bank_transaction_ref: reference,
  dollar_amount: 25,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
  ...changes,
});

/** @returns the donation's id @throws Error unless it was accepted */
export async function donate(
  app: Application,
  key: string,
  reference: string,
  changes?: object,
): Promise<string> {
  const request = donationRequest(reference, changes);
  const { status, body } = await app.api("POST", "/v1/donations/request", request, key);
  if (status !== 202) throw new Error(`${reference}: ${status}`);
  return body.data.donation_id;
}
