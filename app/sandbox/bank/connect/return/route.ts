/** Where the demo bank's customer comes back to: its server redeems the code at once. Sandbox only. */
import { seeOther } from "#app/same-origin.ts";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { env } from "#lib/env.ts";
import { finishConnecting } from "#lib/sandbox/connect.ts";
import { forgetConnecting, readConnecting } from "../connecting-cookie.ts";

const SECONDS = 60 * 60;

export async function GET(request: Request): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const connected = await finishConnecting(searchParams, await readConnecting());
  const done = await encryptToken("demo-connected", connected, SECONDS);
  const path = `/sandbox/bank/connect?${new URLSearchParams({ done })}#app`;
  return seeOther(path, [forgetConnecting()]);
}
