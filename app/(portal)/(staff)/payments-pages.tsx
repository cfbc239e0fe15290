/** A bank's and a foundation's payments: the same pages for both. */
import { anyText, oneOf } from "#app/filters.ts";
import type { FieldTable } from "#app/forms/fields.ts";
import { stateOf } from "#app/forms/form-state.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { Search, Tabs } from "#components/desk/filters.tsx";
import { Money } from "#components/desk/ticket.tsx";
import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { Ask, StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import {
  dueBetween,
  findOwnPayment,
  type ListedPayment,
  listCounterparties,
  listLines,
  listOwnPayments,
  type PartyScope,
} from "#lib/books/desk/queries.ts";
import { formatDay } from "#lib/dates.ts";
import { filterText } from "#lib/fields.ts";
import { amountIn, formatDollars, formatDollarsAndCents, toDecimalString } from "#lib/money.ts";
import { Lines, PAYMENT_KINDS, PaymentStatus, Payments, SIDES, type Side } from "./books-words.tsx";
import {
  StaffForm,
  StaffFrame,
  type StaffPageProps,
  StaffSection,
  staffPage,
} from "./staff-page.tsx";

type Query = Record<string, string>;

/** An amount, or a part of a wire's reference. */
function searchOf({ q = "", show }: Query) {
  const text = filterText.parse(q.trim());
  const cents = amountIn(text);
  const waiting = show as "claims" | "approvals" | undefined;
  return { waiting, ...(cents === undefined ? text && { text } : { cents }) };
}

/** What the form offers: what a bank says it has sent, or what is due. */
async function offered(scope: PartyScope, { claim = "", other = "" }: Query, isKnown: boolean) {
  const sent = scope.kind === "school" ? await findOwnPayment(scope, claim) : null;
  if (sent) {
    const { bankId: bank_id, cents, valueDate: value_date, wireReference: wire_reference } = sent;
    return { bank_id, amount_usd: toDecimalString(cents), value_date, wire_reference };
  }
  const due = isKnown ? await dueBetween(scope, other) : 0;
  const field = SIDES[scope.kind].otherField;
  return { [field]: other, ...(due > 0 && { amount_usd: toDecimalString(due as never) }) };
}

type Form = { fields: FieldTable };

/** Records a payment: in a disclosure, unless a link leads to it. */
async function Record({ page, form }: { page: StaffPageProps<Side>; form: Form }) {
  const { scope, query, state } = page;
  const { mark, other: label, otherField } = SIDES[scope.kind];
  const all = await listCounterparties(scope);
  const saved = await offered(
    scope,
    query,
    all.some(({ value }) => value === query.other),
  );
  const options = [{ value: "", text: "Choose" }, ...all];
  return (
    <details
      id="record"
      className="mt-3"
      open={Boolean(query.other || query.claim || stateOf(state, "record"))}
    >
      <summary className="link-alone">{mark}</summary>
      <StaffForm
        page={page}
        action="record"
        form={form}
        only={{ ...form.fields, [otherField]: { label, options } }}
        saved={saved}
        send={mark}
      />
    </details>
  );
}

/** A team's payments: what was sent and received, and what is waiting. */
export const paymentsPage = (side: Side, form: Form) =>
  staffPage<Side>(
    side,
    "payments.record",
    "/payments",
    async (page) => {
      const { scope, path, query } = page;
      const { q, show } = query;
      const list = await listPage(query, (at) =>
        listOwnPayments(scope, { ...searchOf(query), ...at }),
      );
      const tab = (label: string, part?: string) => ({
        label,
        href: pathWithQuery(path, { q, show: part }),
        isCurrent: show === part,
      });
      const claims = tab(side === "bank" ? "Not received" : "To match", "claims");
      const approvals = side === "school" ? [tab("To approve", "approvals")] : [];
      return (
        <StaffFrame
          page={page}
          title="Payments"
          failed="Nothing was recorded"
          back={{ href: `/${side}${SIDES[side].statements}`, text: SIDES[side].title }}
        >
          <Record page={page} form={form} />
          <div className="page-head">
            <Tabs label="Parts" tabs={[tab("All"), claims, ...approvals]} />
            <Search path={path} query={{ q, show }} placeholder="Amount or wire reference" />
          </div>
          {list.items.length > 0 ? (
            <Payments side={side} rows={list.items} />
          ) : (
            <p className="mt-3">
              No payments{q || show ? " match" : " yet"}.{" "}
              {(q || show) && <TextLink href={path}>Show all payments</TextLink>}
            </p>
          )}
          <PageLinks path={path} query={{ q, show }} {...list} />
        </StaffFrame>
      );
    },
    { q: anyText, show: oneOf(["claims", "approvals"]), other: anyText, claim: anyText },
  );

function factsOf(side: Side, payment: ListedPayment): FactTable {
  const { metCents, metValueDate, wireReference, reason } = payment;
  const text = (value: string | null) =>
    value !== null && <bdi className="wrap-anywhere">{value}</bdi>;
  return {
    Status: <PaymentStatus {...payment} />,
    [SIDES[side].other]: text(side === "bank" ? payment.schoolName : payment.bankName),
    "Value date": formatDay(payment.valueDate),
    "Wire reference": text(wireReference),
    [payment.kind === "sent" ? "Received" : "Sent"]:
      metCents !== null && `${formatDollarsAndCents(metCents)}, ${formatDay(metValueDate ?? "")}`,
    Reason: text(reason),
    Recorded: <Moment at={payment.recordedAt} as="minute" />,
  };
}

type SettleProps = { page: StaffPageProps<"school">; payment: ListedPayment; form: Form };

/** What a foundation may do with a payment. */
function Settle({ page, payment, form }: SettleProps) {
  const { id, status, kind, cents, metId, recordedFor } = payment;
  const waits = status === "awaiting_approval";
  const amount = formatDollars(cents);
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      {status === "claimed" && metId === null && (
        <StandaloneLink href={`/school/payments?claim=${id}#record`}>
          Mark {amount} as received
        </StandaloneLink>
      )}
      {waits && recordedFor === page.scope.tenant && (
        <StaffForm page={page} action="approve">
          <Ask
            ask={`Approve ${amount}`}
            meaning="It posts, which can’t be undone. Someone other than you has to have recorded it."
            yes={`Approve ${amount} now`}
          />
        </StaffForm>
      )}
      {(waits || (status === "posted" && kind === "received")) && (
        <details open={stateOf(page.state, "return") !== null}>
          <summary className="link-alone">{waits ? "Withdraw it" : "It came back"}</summary>
          <StaffForm page={page} action="return" form={form} send={waits ? "Withdraw" : "Record"} />
        </details>
      )}
    </div>
  );
}

const FLASHES = {
  recorded: "Recorded",
  waiting: "Recorded. Someone else on your team, or the operator, has to approve it",
  approved: "Approved",
};

/** One payment: what it is, what it covers, and what's left to do. @param form a foundation's, for a return */
export const paymentPage = (side: Side, form: Form | null) =>
  staffPage<Side>(side, "statements.read", "/payments/[payment_id]", async (page) => {
    const { scope, base, path, params, query } = page;
    const payment = await findOwnPayment(scope, params.payment_id ?? "");
    if (!payment) return null;
    const lines = await listPage(query, (at) => listLines(scope, payment, at));
    return (
      <StaffFrame
        page={page}
        title={PAYMENT_KINDS[payment.kind]}
        name="Payment"
        failed="Nothing was changed"
        flashes={FLASHES}
        back={{ href: `${base}/payments`, text: "Payments" }}
      >
        <div className="record mt-2 max-w-form">
          <p className="display text-d88 wrap-anywhere">
            <Money amount={formatDollars(payment.cents)} />
          </p>
          <Facts facts={factsOf(side, payment)} />
          {form && <Settle page={page as StaffPageProps<"school">} payment={payment} form={form} />}
        </div>
        {lines.items.length > 0 && (
          <StaffSection id="covers" title="What it covers">
            <Lines side={side} rows={lines.items} />
            <PageLinks path={path} {...lines} />
          </StaffSection>
        )}
      </StaffFrame>
    );
  });
