import { readFormState, readQuery, type SearchParams, titled } from "#app/forms/form-state.ts";
import { Facts } from "#components/portal/facts.tsx";
import { Form } from "#components/ui/form.tsx";
import { findAccount } from "#demo-bank/bank.ts";
import type { LinkOutcome } from "#demo-bank/linking.ts";
import { decryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { requireSandbox } from "../../sandbox-only.ts";
import { WebhookLog } from "../../webhook-log.tsx";
import { BankPage, Details, Json, PanelSection, StepList } from "../bank-page.tsx";
import { Mono } from "../donation-result.tsx";
import { connectingCustomer, harbor } from "../harbor.ts";
import { Box, Offer, Phone, Screen } from "../phone.tsx";

type Props = { searchParams: SearchParams };

export const generateMetadata = titled("Demo bank: connect an account");

const STEPS = {
  "The bank’s server requests the link":
    "POST /v1/accounts/link with a redirect_uri, a state, a nonce, and a PKCE challenge. The account waits as pending_oauth.",
  "The customer decides":
    "They sign in, or set a first password, and see what the bank can do and see.",
  "The bank’s server redeems the code":
    "At /oauth/token, with the bank’s ID and API key. That activates the account.",
  "The bank is notified":
    "The ID token names the account, and a signed account.linked webhook repeats it.",
};

const OUTCOME_TEXT: Record<LinkOutcome["outcome"], string> = {
  connected: "Your account is connected. You can give Travel Miles now.",
  declined: "You didn’t connect your account. You can try again whenever you like.",
  refused: "That didn’t work, and nothing was connected. Please try again.",
};

const FORM = "connect-account";

/** In place of what differs between customers. */
const HIDDEN = { email: "…", state: "…", nonce: "…", code_challenge: "…" };

/** The bank's app before and after its customer has decided. */
const ConnectApp = ({ outcome }: { outcome: LinkOutcome["outcome"] | undefined }) => (
  <Phone>
    <Form id={FORM} method="post" action="/sandbox/bank/connect/link" />
    <Screen note="The bank and its customer are fictional. The link is created in this sandbox.">
      {outcome && <Box role="status">{OUTCOME_TEXT[outcome]}</Box>}
      <Offer
        text="Connect the account that you give with."
        button="Connect with your account"
        form={FORM}
      />
    </Screen>
  </Phone>
);

const StepsPanel = () => (
  <PanelSection
    id="steps"
    title="What happens next"
    intro="Any OAuth library does the bank’s part. This demo does it with the typed client."
  >
    <StepList steps={STEPS} />
    <Details
      summary="What the bank’s server requests"
      label="Body of POST /v1/accounts/link"
      value={{ ...connectingCustomer(), redirect_uri: harbor().redirectUri, ...HIDDEN }}
    />
  </PanelSection>
);

async function Result({ accountId, claims }: LinkOutcome & { outcome: "connected" }) {
  const [account, webhooks] = await Promise.all([
    findAccount(harbor(), accountId),
    listInbox(3, accountId),
  ]);
  return (
    <>
      <PanelSection
        id="token"
        title="The ID token"
        intro="Verified with the published keys. Its subject is the service_user_id."
      >
        <Json label="Claims of the ID token" value={claims} />
      </PanelSection>
      <PanelSection id="account" title="The account" intro="As the API shows it to the bank.">
        {account ? (
          <Facts facts={{ Status: account.status, service_user_id: <Mono>{accountId}</Mono> }} />
        ) : (
          <p>The API finds no such account of this bank.</p>
        )}
      </PanelSection>
      <PanelSection
        id="webhook"
        title="The webhook"
        intro="Sent in the transaction that activated the account. Reload to see it arrive."
      >
        <WebhookLog webhooks={webhooks} empty="Nothing has arrived yet." />
      </PanelSection>
    </>
  );
}

export default async function ConnectAccount({ searchParams }: Props) {
  requireSandbox();
  const query = await readQuery(searchParams);
  const [state, result] = await Promise.all([
    readFormState(query),
    query.done ? decryptToken<LinkOutcome>("demo-connected", query.done) : null,
  ]);
  return (
    <BankPage
      title="Connect with your account"
      intro="Harbor Demonstration Bank asks its customer for consent before it links their account. Sign in with the demo email and password that were printed at startup."
      state={state}
      app={<ConnectApp outcome={result?.outcome} />}
    >
      {result?.outcome === "connected" ? <Result {...result} /> : <StepsPanel />}
    </BankPage>
  );
}
