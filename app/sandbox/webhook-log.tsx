import { Code } from "#components/ui/code.tsx";
import type { ReceivedWebhook } from "#lib/sandbox/inbox.ts";
import { Log, LogFacts, LogRow } from "./log.tsx";

/** Pretty-prints a JSON body; anything else stays as received. */
function read(body: string): { type: string; text: string } {
  try {
    const parsed = JSON.parse(body);
    return { type: String(parsed?.type ?? "no type"), text: JSON.stringify(parsed, null, 2) };
  } catch {
    return { type: "not JSON", text: body };
  }
}

function WebhookRow({ webhook }: { webhook: ReceivedWebhook }) {
  const { type, text } = read(webhook.body);
  return (
    <LogRow
      tone={webhook.verified ? "completed" : "failed"}
      status={webhook.verified ? "verified" : "not verified"}
      at={webhook.receivedAt}
      title={<p className="font-strong">{type}</p>}
    >
      <LogFacts facts={{ "webhook-id": webhook.webhookId }} />
      <details>
        <summary className="link-alone text-small">Body</summary>
        <Code label={`Body of ${webhook.webhookId}`}>{text}</Code>
      </details>
    </LogRow>
  );
}

/** Webhooks that the bank has received, each with an expandable body. */
export const WebhookLog = ({ webhooks, empty }: { webhooks: ReceivedWebhook[]; empty: string }) => (
  <Log empty={empty}>
    {webhooks.map((webhook) => (
      <WebhookRow key={webhook.webhookId} webhook={webhook} />
    ))}
  </Log>
);
