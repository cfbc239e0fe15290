/** Uses the embedded flow like a browser without scripts: opens the URL and submits forms. */
import { GET, POST } from "#app/embed/session/route.ts";
import { embedTokenRequest } from "#lib/embed/contract.ts";
import { createEmbedToken } from "#lib/embed/mutations.ts";
import { type Bank, makeAccount } from "./factories.ts";

const ADDRESS = "http://service.test/embed/session";

/** A token of this bank, for a new account by default. */
export async function mintToken(bank: Bank, body: Record<string, unknown> = {}): Promise<string> {
  const service_user_id = body.service_user_id ?? (await makeAccount(bank));
  const request = embedTokenRequest.parse({ ...body, service_user_id });
  return (await createEmbedToken(bank.scope, request)).embed_token;
}

async function read(response: Response, isForm: boolean) {
  const { status, headers } = response;
  return { status, headers, html: await response.text(), isForm };
}

/** Opens a session's URL. */
export async function openFlow(token: string) {
  return read(await GET(new Request(`${ADDRESS}?token=${encodeURIComponent(token)}`)), false);
}

/** Submits a form of the flow the way a frame or webview does: without cookies or a referrer. */
export async function sendForm(token: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ token, ...fields }).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(Buffer.byteLength(body)),
    Origin: "null",
  };
  return read(await POST(new Request(ADDRESS, { method: "POST", body, headers })), true);
}
