/** Everything that happened to a donation, joined, but what its donor did: receipts are issued when they're asked for. */
import { GroupedTimeline, type StepGroups, step } from "#components/desk/record.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { Step } from "#components/ui/timeline.tsx";
import { formatDay } from "#lib/dates.ts";
import type { DonationRecord } from "#lib/donations/record/queries.ts";
import { formatCount } from "#lib/text.ts";

type Donation = DonationRecord["donation"];
type Delivery = DonationRecord["events"][number]["deliveries"][number];

const SOURCES: Record<string, string> = {
  bank: "Accepted from your system",
  portal: "Given by the customer in the portal",
  embed: "Given by the customer in your app",
};

const requestSteps = ({ channel, keyId, requestId, createdAt }: Donation) => [
  step(
    "completed",
    SOURCES[channel] ?? channel,
    createdAt,
    <>
      {keyId && <span className="block">API key {keyId}</span>}
      {requestId && <span className="block wrap-anywhere">Request {requestId}</span>}
    </>,
  ),
];

const approvalSteps = ({ authorizationId, approvedAt, askedAt, holdReference }: Donation) =>
  authorizationId === null
    ? []
    : [
        step(
          "completed",
          "Your system approved it",
          approvedAt ?? askedAt,
          holdReference && <bdi className="wrap-anywhere">Hold {holdReference}</bdi>,
        ),
      ];

/** How the school was told: in a batch of its file, or by attempts at its platform. */
function attemptSteps(donation: Donation): (Step | false)[] {
  const { batchNumber, enteredAt, batchClosedAt, attemptStartedAt } = donation;
  const attemptCount = donation.attemptCount ?? 0;
  const { status, nextAttemptAt, heldAt, lastAttemptedAt } = donation;
  if (batchNumber !== null) {
    return [
      step("completed", `Entered batch ${batchNumber}`, enteredAt),
      batchClosedAt !== null && step("completed", `Batch ${batchNumber} closed`, batchClosedAt),
    ];
  }
  const isRetrying = status === "pending" && attemptCount > 0 && heldAt === null;
  return [
    attemptStartedAt !== null &&
      step(
        isRetrying ? "waiting" : "completed",
        attemptCount > 1 ? formatCount(attemptCount, "attempt") : "Sent to the school’s system",
        attemptStartedAt,
        attemptCount > 1 && lastAttemptedAt && (
          <>
            The last one <Moment at={lastAttemptedAt} as="time" />
          </>
        ),
      ),
    isRetrying &&
      step(
        null,
        "The school’s system hasn’t answered yet",
        null,
        <>
          Next attempt <Moment at={nextAttemptAt as Date} as="time" />
        </>,
      ),
  ];
}

function holdStep({ heldAt, holdReason, heldForBank }: Donation): Step | false {
  if (heldAt === null) return false;
  const reason = heldForBank ? holdReason : "The operator holds it.";
  return step("waiting", "On hold", heldAt, <bdi className="wrap-anywhere">{reason}</bdi>);
}

function outcomeStep(donation: Donation): Step {
  const { status, completedAt, failedAt, failureReason, platformCreditId } = donation;
  if (status === "completed") {
    return step(
      "completed",
      <>
        Confirmed as <bdi>{platformCreditId}</bdi>
      </>,
      completedAt,
    );
  }
  if (status === "failed") {
    return step(
      "failed",
      "Declined",
      failedAt,
      <bdi className="wrap-anywhere">{failureReason}</bdi>,
    );
  }
  if (status === "canceled") return step("failed", "Canceled: the school gets nothing", null);
  return step(
    null,
    "Waiting for confirmation",
    null,
    <>
      Expected by <Moment at={donation.estimatedConfirmationAt} as="time" />
    </>,
  );
}

const answerOf = ({ responseCode, error }: Delivery["attempts"][number]) =>
  responseCode === null ? (error ?? "no response") : `response ${responseCode}`;

/** "Delivered to hooks.bank.example on the first try", and each try. */
function DeliveryLine({ url, status, attemptCount, attempts, nextAttemptAt }: Delivery) {
  const { host } = new URL(url);
  const last = attempts.at(-1);
  const tries = formatCount(attemptCount, "try", "tries");
  return (
    <div className="wrap-anywhere">
      {status === "delivered"
        ? `Delivered to ${host} ${attemptCount > 1 ? `after ${tries}` : "on the first try"}`
        : `${tries} to ${host}${last ? `, last ${answerOf(last)}` : ""}. `}
      {status === "pending" && (
        <>
          Next try <Moment at={nextAttemptAt} as="time" />
        </>
      )}
      {status === "dead" && "No more tries."}
      {attempts.length > 1 && (
        <details>
          <summary className="link-alone">Tries</summary>
          <ol>
            {attempts.map((attempt) => (
              <li key={attempt.attemptedAt}>
                <Moment at={attempt.attemptedAt} as="time" />: {answerOf(attempt)},{" "}
                {attempt.latencyMs} ms
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

const eventSteps = (events: DonationRecord["events"]) =>
  events.map(({ type, createdAt, deliveries }) => {
    const has = (status: string) => deliveries.some((one) => one.status === status);
    return step(
      has("dead") ? "failed" : has("pending") ? "waiting" : "completed",
      type,
      createdAt,
      deliveries.length > 0
        ? deliveries.map((one) => <DeliveryLine key={one.id} {...one} />)
        : "No endpoint was there to receive it.",
    );
  });

function moneySteps(donation: Donation): (Step | false)[] {
  const { status, statementNumber, statedAt, dueOn, remittedOn, clearedOn } = donation;
  if (status !== "completed") return [];
  if (statementNumber === null) return [step(null, "On your next statement", null)];
  return [
    step(
      "completed",
      `On statement ${statementNumber}`,
      statedAt,
      dueOn && `Due ${formatDay(dueOn)}`,
    ),
    clearedOn
      ? step(
          "completed",
          "Paid to the foundation",
          null,
          <>
            {remittedOn && `Sent ${formatDay(remittedOn)}. `}Received {formatDay(clearedOn)}.
          </>,
        )
      : step(null, "Paid to the foundation", null, "Not yet"),
  ];
}

const groupsOf = ({ donation, events }: DonationRecord): StepGroups => ({
  Request: requestSteps(donation),
  Approval: approvalSteps(donation),
  School: [...attemptSteps(donation), holdStep(donation), outcomeStep(donation)],
  Events: eventSteps(events),
  Money: moneySteps(donation),
});

export const DonationTimeline = (record: DonationRecord) => (
  <GroupedTimeline groups={groupsOf(record)} />
);
