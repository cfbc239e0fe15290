import { Code } from "#components/ui/code.tsx";
import { env } from "#lib/env.ts";
import { askForDonation, tokenRequest } from "#lib/sandbox/bank-backend.ts";
import type { FlowChoice } from "#lib/sandbox/flow-choice.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { ChooseFlow } from "./choose-flow.tsx";
import { DonationResult, PanelSection } from "./donation-result.tsx";
import { FlowMessages } from "./flow-messages.tsx";
import type { OpenedFlow } from "./opened-flow.ts";
import { Steps } from "./steps.tsx";

/** The panel beside the bank's rewards: options to try, and what will happen. */
export function RewardsPanel({ choice }: { choice: FlowChoice }) {
  return (
    <>
      <PanelSection
        id="choose"
        title="The bank’s presets"
        intro="The bank’s server sets these each time. The customer can’t change what’s locked."
      >
        <ChooseFlow choice={choice} isAgain={false} />
      </PanelSection>
      <PanelSection
        id="steps"
        title="What happens next"
        intro="The API requests are real. The bank, its customer, and the schools’ platforms are simulated."
      >
        <Steps />
      </PanelSection>
      <PanelSection
        id="connect"
        title="Before that: linking"
        intro="A bank links its customers itself, or asks them for consent first."
      >
        <p>
          <a href="/sandbox/bank/connect" className="link-alone">
            Connect with your account
          </a>
        </p>
      </PanelSection>
    </>
  );
}

/** The panel beside the open flow: everything the bank learns, and options to try another. */
export async function FlowPanel({ flow, choice }: OpenedFlow) {
  const [donation, webhooks, request] = await Promise.all([
    askForDonation(flow.sessionId),
    listInbox(3, flow.sessionId),
    tokenRequest(choice),
  ]);
  return (
    <>
      <PanelSection
        id="messages"
        title="Messages to the app"
        intro="Messages from the donation screen to the app, with their origin checked. Each also has source, version, and session_id."
      >
        <FlowMessages origin={new URL(env().embedBaseUrl).origin} />
      </PanelSection>
      <DonationResult donation={donation} webhooks={webhooks} />
      <PanelSection
        id="choose"
        title="Try other options"
        intro="The presets, the locks, and the colors."
      >
        <ChooseFlow choice={choice} isAgain />
        <details className="mt-1">
          <summary className="link-alone text-small">What the bank’s server requested</summary>
          <Code label="Body of POST /v1/embed/token">{JSON.stringify(request, null, 2)}</Code>
        </details>
      </PanelSection>
    </>
  );
}
