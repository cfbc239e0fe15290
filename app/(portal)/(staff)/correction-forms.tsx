/** Deciding about corrections: a second person of a bank or the operator, and the foundation that is asked. */
import { validate as isUuid } from "uuid";
import { REASON } from "#app/forms/fields.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { stateOf } from "#app/forms/form-state.ts";
import { Ask, Button } from "#components/ui/button.tsx";
import { nameOfActor } from "#lib/auth/actors.ts";
import { type Action, isOffered } from "#lib/auth/permissions.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { correctionRequest } from "#lib/corrections/contract.ts";
import {
  agreeToCorrection,
  approveCorrection,
  declineCorrection,
  refuseCorrection,
} from "#lib/corrections/decisions.ts";
import type { GiftCorrection } from "#lib/corrections/queries.ts";
import { StaffForm, type StaffPage } from "./staff-page.tsx";

const FIELDS = {
  reason: { ...REASON, help: "The bank, the foundation, and the operator see it." },
};
const schema = correctionRequest.pick({ reason: true });

type Sent = { fields: URLSearchParams; page: string };

/** Leads back, and says whether it was decided now, or before. */
async function decide({ fields, page }: Sent, work: (id: string) => Promise<boolean>) {
  const id = fields.get("correction_id") ?? "";
  return `${page}?done=${isUuid(id) && (await work(id)) ? "decided" : "decided-before"}`;
}

type Kind = "bank" | "operator";

const APPROVE = { bank: "corrections.request", operator: "corrections.approve" } as const;

const actionOf = (kind: Kind) => APPROVE[kind] as Action<Kind>;

export const approveForm = (kind: Kind) =>
  staffForm<Kind>(kind, actionOf(kind), {
    submit: ({ scope, ...sent }) => decide(sent, (id) => approveCorrection(scope, id)),
  });

export const declineForm = (kind: Kind) =>
  staffForm(kind, actionOf(kind), {
    fields: FIELDS,
    schema,
    submit: ({ scope, values, ...sent }) =>
      decide(sent, (id) => declineCorrection(scope, id, values.reason)),
  });

export const agreeForm = staffForm("school", "gifts.confirm", {
  submit: ({ scope, ...sent }) => decide(sent, (id) => agreeToCorrection(scope, id)),
});

export const disagreeForm = staffForm("school", "gifts.confirm", {
  fields: FIELDS,
  schema,
  submit: ({ scope, values, ...sent }) =>
    decide(sent, (id) => refuseCorrection(scope, id, values.reason)),
});

/** Shown once. */
export const DECISION_FLASHES = {
  decided: "Your decision was recorded",
  "decided-before": "This had been decided before, or needs someone else than who asked for it",
};

const isSecondPerson = ({ kind, actor }: StaffScope, { requestedBy }: GiftCorrection) =>
  kind !== "school" && requestedBy !== nameOfActor(actor);

function mayDecide(scope: StaffScope, correction: GiftCorrection): boolean {
  if (scope.kind === "school") {
    return correction.awaits_foundation && isOffered(scope, "gifts.confirm");
  }
  const action = APPROVE[scope.kind] as Action<typeof scope.kind>;
  return (
    correction.awaits_approval && isSecondPerson(scope, correction) && isOffered(scope, action)
  );
}

type DecisionProps = {
  page: StaffPage;
  correction: GiftCorrection;
  /** The forms' names, what agreeing means, and the words on the buttons. */
  yes: { form: string; ask: string; meaning: string };
  no: { form: string; ask: string };
};

/** What the reader may decide about a correction, if it waits for them. */
export function Decision({ page, correction, yes, no }: DecisionProps) {
  if (!mayDecide(page.scope, correction)) return null;
  const id = <input type="hidden" name="correction_id" value={correction.correction_id} />;
  return (
    <div className="mt-2 flex flex-wrap items-start gap-2">
      <StaffForm page={page} action={yes.form}>
        {id}
        <Ask look="main" ask={yes.ask} meaning={yes.meaning} yes={`${yes.ask} now`} />
      </StaffForm>
      <details open={stateOf(page.state, no.form) !== null}>
        <summary className="link-alone">{no.ask}</summary>
        <StaffForm
          page={page}
          action={no.form}
          form={{ fields: FIELDS }}
          className="mt-1 grid max-w-form gap-2"
        >
          {id}
          <Button look="danger" className="justify-self-start">
            {no.ask}
          </Button>
        </StaffForm>
      </details>
    </div>
  );
}

export const APPROVAL = {
  yes: {
    form: "approve",
    ask: "Approve",
    meaning: "It begins at once, and can’t be stopped afterward.",
  },
  no: { form: "decline", ask: "Decline" },
};
