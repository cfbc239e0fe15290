import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readFormState, readQuery, type SearchParams, titleOf } from "#app/forms/form-state.ts";
import { currentCardholder } from "#app/session.ts";
import { Shell } from "#app/shell.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { Code } from "#components/ui/code.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Page } from "#components/ui/page.tsx";
import { decryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { env } from "#lib/env.ts";
import { askForAccount, type Connected, linkRequest } from "#lib/sandbox/connect.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { WebhookRow } from "../../inbox.tsx";
import { PanelSection } from "../donation-result.tsx";
import { ConnectScreen } from "./connect-screen.tsx";
import { ConnectSteps } from "./connect-steps.tsx";

type Props = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Props): Promise<Metadata> =>
  titleOf("Demo bank: connect an account", searchParams);

const SHOWN = { state: "…", nonce: "…", verifier: "…" };

async function Result({ connected }: { connected: Connected & { outcome: "connected" } }) {
  const { accountId, claims } = connected;
  const [account, webhooks] = await Promise.all([
    askForAccount(accountId),
    listInbox(3, accountId),
  ]);
  return (
    <>
      <PanelSection
        id="token"
        title="The ID token"
        intro="Verified with the published keys. Its subject is the service_user_id."
      >
        <Code label="Claims of the ID token">{JSON.stringify(claims, null, 2)}</Code>
      </PanelSection>
      <PanelSection id="account" title="The account" intro="As the API shows it to the bank.">
        {account ? (
          <Facts
            facts={[
              { name: "Status", value: account.status },
              { name: "service_user_id", value: <span className="break-all">{accountId}</span> },
            ]}
          />
        ) : (
          <p>The API finds no such account of this bank.</p>
        )}
      </PanelSection>
      <PanelSection
        id="webhook"
        title="The webhook"
        intro="Sent in the transaction that activated the account. Reload to see it arrive."
      >
        {webhooks.length === 0 ? (
          <p>Nothing has arrived yet.</p>
        ) : (
          <ul>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </PanelSection>
    </>
  );
}

export default async function ConnectAccount({ searchParams }: Props) {
  if (env().environment === "production") notFound();
  const query = await readQuery(searchParams);
  const [state, connected, cardholder] = await Promise.all([
    readFormState(query),
    query.done ? decryptToken<Connected>("demo-connected", query.done) : null,
    currentCardholder(),
  ]);
  return (
    <Shell signedIn={cardholder !== null} current="/sandbox">
      <Page width="list">
        {state && (
          <div className="mb-4">
            <ErrorSummary errors={state.errors} />
          </div>
        )}
        <h1 className="display text-d40 wide:text-d64">Connect with your account</h1>
        <p className="mt-1 mb-4 max-w-reading text-lead text-quiet">
          Harbor Demonstration Bank asks its customer for consent before it links their account.
          Sign in with the demo email and password that were printed at startup.
        </p>
        <div className="grid gap-5 desk:grid-cols-[24.875rem_minmax(0,1fr)] desk:gap-8">
          <div className="min-w-0">
            <ConnectScreen outcome={connected?.outcome} />
          </div>
          <div className="grid min-w-0 content-start gap-5">
            {connected?.outcome === "connected" ? (
              <Result connected={connected} />
            ) : (
              <PanelSection
                id="steps"
                title="What happens next"
                intro="Any OAuth library does the bank’s part. This demo does it with fetch."
              >
                <ConnectSteps />
                <details className="mt-1">
                  <summary className="link-alone text-small">
                    What the bank’s server requests
                  </summary>
                  <Code label="Body of POST /v1/accounts/link">
                    {JSON.stringify({ ...linkRequest(SHOWN), email: "…" }, null, 2)}
                  </Code>
                </details>
              </PanelSection>
            )}
          </div>
        </div>
      </Page>
    </Shell>
  );
}
