import { headers } from "next/headers";
import { readFormState, readQuery, type SearchParams, titled } from "#app/forms/form-state.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Select } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { findDonation } from "#demo-bank/bank.ts";
import { choiceIn, FLOW_FIELDS, type FlowChoice } from "#demo-bank/presets.ts";
import { decryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { env } from "#lib/env.ts";
import { readDemoVersion } from "#lib/sandbox/sql.ts";
import { requireSandbox } from "../sandbox-only.ts";
import { BankPage, Details, PanelSection, StepList } from "./bank-page.tsx";
import { DonationResult } from "./donation-result.tsx";
import { FlowFrame, FlowMessages } from "./flow.tsx";
import { harbor, type OpenedFlow } from "./harbor.ts";
import { Balance, FICTIONAL_BALANCE, Offer, Phone, Screen } from "./phone.tsx";

export const policy = { framesFlow: true };

type Props = { searchParams: SearchParams };

export const generateMetadata = titled("Demo bank");

const STEPS = {
  "The bank’s server requests a token":
    "One POST /v1/embed/token request with the customer and the presets. The API key stays on the server.",
  "The app opens the URL":
    "In a webview or a frame. It’s valid for one donation and for 10 minutes.",
  "The customer reviews the gift and gives":
    "The screen uses the bank’s colors, and works without cookies or JavaScript.",
  "The bank approves it":
    "Its server is asked before the gift is accepted, unless it has locked the amount. Harbor declines an amount that ends in .81, and doesn’t answer for one that ends in .84.",
  "The bank is notified":
    "The app gets messages immediately, the return URL includes the outcome, and a signed webhook sends the confirmation number to the server.",
};

/** The form's id, for the submit button in the bank's app. */
const CHOOSE_FORM = "choose-flow";

/** What the bank's server requests when its customer opens the flow. */
const ChooseFlow = ({ choice, button }: { choice: FlowChoice; button: string }) => (
  <Form id={CHOOSE_FORM} method="post" action="/sandbox/bank/open" className="max-w-form">
    <div className="grid gap-2">
      {FLOW_FIELDS.map(({ id, label, options }) => (
        <Select key={id} id={id} label={label} options={options} defaultValue={choice[id]} />
      ))}
      <Button look="quiet" className="justify-self-start">
        {button}
      </Button>
    </div>
  </Form>
);

/** The bank's rewards, from which its customer opens the flow. */
const RewardsApp = () => (
  <Phone>
    <Balance points={FICTIONAL_BALANCE}>Worth $482 to your team, at 100 points for $1</Balance>
    <Screen note="The bank, its customer, and this balance are fictional. The donation screen behind the button is real.">
      <Offer
        text="Your points become dollars for your school’s teams."
        button="Give points"
        form={CHOOSE_FORM}
      />
    </Screen>
  </Phone>
);

/** Next to the rewards: options to try, and what will happen. */
const RewardsPanel = ({ choice }: { choice: FlowChoice }) => (
  <>
    <PanelSection
      id="choose"
      title="The bank’s presets"
      intro="The bank’s server sets these each time. The customer can’t change what’s locked."
    >
      <ChooseFlow choice={choice} button="Open the donation screen" />
    </PanelSection>
    <PanelSection
      id="steps"
      title="What happens next"
      intro="The API requests are real. The bank, its customer, and the schools’ platforms are simulated."
    >
      <StepList steps={STEPS} />
    </PanelSection>
    <PanelSection
      id="connect"
      title="Before that: linking"
      intro="A bank links its customers itself, or asks them for consent first."
    >
      <p>
        <StandaloneLink href="/sandbox/bank/connect">Connect with your account</StandaloneLink>
      </p>
    </PanelSection>
  </>
);

/** The flow inside the bank's app, with a link to open it alone, as in a webview. */
function FlowApp({ url }: { url: string }) {
  const close = (
    <a
      href="/sandbox/bank"
      className="inline-flex min-h-6 min-w-5.5 items-center justify-center underline"
    >
      Close
    </a>
  );
  return (
    <>
      <Phone isTall end={close}>
        <FlowFrame url={url} />
      </Phone>
      <p className="mt-1 text-center">
        <StandaloneLink href={url}>Open as a full page</StandaloneLink>
      </p>
    </>
  );
}

/** Next to the open flow: everything the bank receives, and options to try another. */
async function FlowPanel({ sessionId, choice, request }: OpenedFlow) {
  const donation = await findDonation(harbor(), sessionId);
  return (
    <>
      <PanelSection
        id="messages"
        title="Messages to the app"
        intro="Messages from the donation screen to the app, with their origin checked. Each also has source, version, and session_id."
      >
        <FlowMessages origin={new URL(env().embedBaseUrl).origin} />
      </PanelSection>
      <DonationResult id={sessionId} donation={donation} none="Nothing has been given yet." />
      <PanelSection
        id="choose"
        title="Try other options"
        intro="The presets, the locks, and the colors."
      >
        <ChooseFlow choice={choice} button="Open a new donation screen" />
        <Details
          summary="What the bank’s server requested"
          label="Body of POST /v1/embed/token"
          value={request}
        />
      </PanelSection>
    </>
  );
}

/** The configured URL, if the page was opened under another host: only the configured origin may frame the flow. */
async function configuredUrlIfOther(): Promise<string | null> {
  const { host } = new URL(env().publicBaseUrl);
  return (await headers()).get("host") === host ? null : `${env().publicBaseUrl}/sandbox/bank`;
}

export default async function DemoBank({ searchParams }: Props) {
  requireSandbox();
  // Read first, so that changes during rendering count as updates.
  const version = await readDemoVersion();
  const query = await readQuery(searchParams);
  const [state, opened, configuredUrl] = await Promise.all([
    readFormState(query),
    query.session ? decryptToken<OpenedFlow>("demo-flow", query.session) : null,
    configuredUrlIfOther(),
  ]);
  return (
    <BankPage
      title="Demo bank"
      intro="Harbor Demonstration Bank lets its customers give points to a school. Our donation screen opens inside the bank’s own app."
      state={state}
      notices={
        <>
          {query.session && !opened && (
            <Notice title="This donation screen has expired">Open a new one below.</Notice>
          )}
          {configuredUrl && (
            <Notice title="Open this page at its configured URL">
              The donation screen can only be embedded there:{" "}
              <a href={configuredUrl} className="link break-all">
                {configuredUrl}
              </a>
            </Notice>
          )}
          {opened && <LiveUpdates from="/sandbox/state" version={version} soon />}
        </>
      }
      app={opened ? <FlowApp url={opened.url} /> : <RewardsApp />}
    >
      {opened ? (
        <FlowPanel {...opened} />
      ) : (
        <RewardsPanel choice={choiceIn(new URLSearchParams(state?.values ?? {}))} />
      )}
    </BankPage>
  );
}
