/** Harbor Demonstration Bank: what its server is configured with in this sandbox, and its customers. */

import { type Bank, openBank, type openFlow } from "#demo-bank/bank.ts";
import type { Customer } from "#demo-bank/linking.ts";
import type { FlowChoice } from "#demo-bank/presets.ts";
import { isRedirectUrl } from "#lib/banks/redirects.ts";
import { env } from "#lib/env.ts";
import { DEMO_BANK_ID, readDemo } from "#lib/sandbox/demo-bank.ts";

/** An opened donation screen, and the choices it was opened with. */
export type OpenedFlow = Awaited<ReturnType<typeof openFlow>> & { choice: FlowChoice };

export function harbor(): Bank {
  const { port, publicBaseUrl, dataDir } = env();
  const page = `${publicBaseUrl}/sandbox/bank`;
  return openBank({
    serviceUrl: `http://127.0.0.1:${port}`,
    issuer: publicBaseUrl,
    bankId: DEMO_BANK_ID,
    apiKey: readDemo(dataDir)?.api_key ?? "",
    // Plain http is limited to this machine.
    returnUrl: isRedirectUrl(`${page}/back`) ? `${page}/back` : null,
    redirectUri: `${page}/connect/link`,
  });
}

/** The customer who connects an account. They have the demo's email address. */
export const connectingCustomer = (): Customer => ({
  bank_user_id: "demo-jordan-connects",
  display_name: "Jordan Sample",
  email: readDemo(env().dataDir)?.email ?? "",
  loyalty_program_id: "travel-miles",
});
