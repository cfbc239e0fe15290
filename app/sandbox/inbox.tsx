import { Code } from "#components/ui/code.tsx";
import { Section } from "#components/ui/page.tsx";
import type { ReceivedWebhook } from "#lib/sandbox/inbox.ts";
import { LogFacts, LogRow } from "./log-row.tsx";

type Reading = { type: string; text: string };

/** Pretty-prints a JSON body; anything else stays as received. */
function read(body: string): Reading {
  try {
    const parsed = JSON.parse(body);
    return { type: String(parsed?.type ?? "no type"), text: JSON.stringify(parsed, null, 2) };
  } catch {
    return { type: "not JSON", text: body };
  }
}

/** One webhook, with an expandable body. */
export function WebhookRow({ webhook }: { webhook: ReceivedWebhook }) {
  const { type, text } = read(webhook.body);
  return (
    <LogRow
      tone={webhook.verified ? "completed" : "failed"}
      status={webhook.verified ? "verified" : "not verified"}
      at={webhook.receivedAt}
      title={<p className="font-strong">{type}</p>}
    >
      <LogFacts facts={{ "webhook-id": webhook.id }} />
      <details>
        <summary className="link-alone text-small">Body</summary>
        <Code label={`Body of ${webhook.id}`}>{text}</Code>
      </details>
    </LogRow>
  );
}

/** What has arrived at the bank’s own endpoint, which this sandbox plays. */
export function Inbox({ webhooks }: { webhooks: ReceivedWebhook[] }) {
  return (
    <Section
      id="inbox"
      title="The bank’s inbox"
      intro="The last 10 webhooks at POST /sandbox/inbox, with their signatures checked. Repeats of a webhook-id are shown once."
    >
      {webhooks.length === 0 ? (
        <p>None yet. The first webhook arrives shortly after a donation is completed.</p>
      ) : (
        <ul className="border-line border-b">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
    </Section>
  );
}
