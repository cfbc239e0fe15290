import { Code } from "#components/ui/code.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ReceivedWebhook } from "#lib/sandbox/inbox.ts";

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
    <li className="border-line border-t py-2">
      <div className="grid gap-x-3 gap-y-1 wide:grid-cols-[minmax(0,1fr)_9.5rem]">
        <div className="min-w-0">
          <p className="font-strong">{type}</p>
          <p className="break-all font-mono text-small">
            <span className="font-sans text-quiet">webhook-id </span>
            {webhook.id}
          </p>
        </div>
        <div>
          <Status tone={webhook.verified ? "completed" : "failed"}>
            {webhook.verified ? "verified" : "not verified"}
          </Status>
          <p className="text-quiet text-small">
            <Moment at={webhook.receivedAt.toISOString()} as="time" />
          </p>
        </div>
      </div>
      <details className="mt-1">
        <summary className="link-alone text-small">Body</summary>
        <div className="mt-1">
          <Code label={`Body of ${webhook.id}`}>{text}</Code>
        </div>
      </details>
    </li>
  );
}

/** What has arrived at the bank’s own endpoint, which this sandbox plays. */
export function Inbox({ webhooks }: { webhooks: ReceivedWebhook[] }) {
  return (
    <Section
      id="inbox"
      title="The bank’s inbox"
      intro="The last ten webhooks, as they arrived at POST /sandbox/inbox. Each signature was verified with the endpoint’s secret, as a bank should do. Repeats of a webhook-id are shown once."
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
