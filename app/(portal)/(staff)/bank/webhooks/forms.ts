/** The forms of a bank's webhook endpoints and events. */
import { validate as isUuid } from "uuid";
import type { FieldTable } from "#app/forms/fields.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { sampleOf } from "#app/openapi.json/samples.ts";
import type { BankApiScope } from "#lib/auth/scopes.ts";
import { type ErrorCode, nullIf } from "#lib/errors.ts";
import { storageRefusal } from "#lib/storage/usage.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  rotateSecret,
  sendTestEvent,
} from "#lib/webhooks/endpoints/mutations.ts";
import { EVENT_TYPES, SUBSCRIBABLE } from "#lib/webhooks/event-types.ts";
import { MAX_REPLAYED } from "#lib/webhooks/replay/contract.ts";
import { replayEvent, startReplay } from "#lib/webhooks/replay/mutations.ts";
import { newSecret } from "./new-secret.ts";

const PAGE = "/bank/webhooks";

/** What "recover since" offers, in hours. */
const SINCE = {
  1: "1 hour ago",
  6: "6 hours ago",
  24: "1 day ago",
  72: "3 days ago",
  168: "7 days ago",
};

const FIELDS: FieldTable = {
  url: {
    type: "url",
    label: "URL",
    help: "A public https address that takes POST requests",
    blank: "Enter the URL.",
    message: ({ msg }) => `${msg}.`,
  },
  description: { label: "Description (optional)" },
  event_types: {
    as: "area",
    label: "Event types (optional)",
    help: `One on each line, if not all. There are ${SUBSCRIBABLE.join(", ")}.`,
    autoCapitalize: "none",
    spellCheck: false,
    message: "Enter event types as they’re written above, one on each line.",
    // As it is if it's not a list of them, which the schema refuses.
    read: (typed) => {
      const types = typed.split(/[\s,;]+/).filter(Boolean);
      return types.every((type) => SUBSCRIBABLE.some((one) => one === type)) ? types : typed;
    },
  },
};

/** Acts on what the path names. @returns null if it isn't this bank's, or never was */
const ofOne = <Result>(
  id: string | undefined,
  code: ErrorCode,
  act: (id: string) => Promise<Result>,
) => (id && isUuid(id) ? nullIf(code, act(id)) : null);

const ofEndpoint = <Result>(params: Record<string, string>, act: (id: string) => Promise<Result>) =>
  ofOne(params.endpoint_id, "ENDPOINT_NOT_FOUND", act);

/** As for the API: what stores events has the bank's daily limit. @throws ServiceError RATE_LIMITED */
function requireStorage<Scope extends BankApiScope>(scope: Scope): Scope {
  const refusal = storageRefusal(scope.bankId);
  if (refusal) throw refusal;
  return scope;
}

const after = (page: string, done: string, result: object | null) =>
  result ? `${page}?done=${done}` : `${PAGE}?done=gone`;

export const forms = {
  add: staffForm("bank", "webhooks.change", {
    fields: FIELDS,
    schema: contract.addEndpoint.body,
    submit: async ({ scope, values }) => {
      const { endpoint_id, secret } = await addEndpoint(requireStorage(scope), values);
      return newSecret.pathTo(scope, { path: `${PAGE}/${endpoint_id}`, secret });
    },
  }),

  "[endpoint_id]/change": staffForm("bank", "webhooks.change", {
    fields: FIELDS,
    schema: contract.changeEndpoint.body.pick({ url: true, description: true, event_types: true }),
    submit: async ({ scope, params, values, page }) =>
      after(page, "changed", await ofEndpoint(params, (id) => changeEndpoint(scope, id, values))),
  }),

  "[endpoint_id]/status": staffForm("bank", "webhooks.change", {
    fields: { status: {} },
    schema: contract.changeEndpoint.body.pick({ status: true }),
    submit: async ({ scope, params, values, page }) =>
      after(page, "changed", await ofEndpoint(params, (id) => changeEndpoint(scope, id, values))),
  }),

  "[endpoint_id]/rotate": staffForm("bank", "webhooks.change", {
    submit: async ({ scope, params, page }) => {
      const rotated = await ofEndpoint(params, (id) => rotateSecret(scope, id));
      if (!rotated) return `${PAGE}?done=gone`;
      return newSecret.pathTo(scope, { path: page, secret: rotated.secret });
    },
  }),

  "[endpoint_id]/delete": staffForm("bank", "webhooks.change", {
    isEnding: true,
    submit: async ({ scope, params }) =>
      after(PAGE, "deleted", await ofEndpoint(params, (id) => deleteEndpoint(scope, id))),
  }),

  "[endpoint_id]/test": staffForm("bank", "webhooks.send", {
    fields: {
      type: {
        as: "select",
        label: "Event",
        help: "A test, or a sample of any event, marked as a test. Nothing has happened.",
        options: [...EVENT_TYPES].reverse().map((type) => ({ value: type, text: type })),
      },
    },
    schema: contract.testEndpoint.body,
    messages: { ENDPOINT_DISABLED: "This endpoint is disabled. Enable it first." },
    submit: async ({ scope, params, values: { type }, page }) => {
      const send = (id: string) => sendTestEvent(requireStorage(scope), id, type, sampleOf(type));
      return after(page, "sent", await ofEndpoint(params, send));
    },
  }),

  "[endpoint_id]/recover": staffForm("bank", "webhooks.send", {
    fields: {
      hours: {
        as: "select",
        label: "Since",
        options: Object.entries(SINCE).map(([value, text]) => ({ value, text })),
      },
    },
    messages: {
      TOO_MANY_REPLAYS: "Two replays are running already. Try again once one has completed.",
      to: `There are more than ${MAX_REPLAYED.toLocaleString("en-US")} events. Choose a later time.`,
      endpoint_id: "This endpoint is disabled. Enable it first.",
    },
    submit: async ({ scope, params, values, page }) => {
      const hours = Object.hasOwn(SINCE, values.hours) ? Number(values.hours) : 1;
      const to = new Date();
      const from = new Date(to.getTime() - hours * 3_600_000);
      const recover = (endpoint_id: string) =>
        startReplay(requireStorage(scope), { from, to, endpoint_id });
      return after(page, "recovering", await ofEndpoint(params, recover));
    },
  }),

  "events/[event_id]/replay": staffForm("bank", "webhooks.send", {
    submit: async ({ scope, params, page }) => {
      const replay = (id: string) => replayEvent(requireStorage(scope), id);
      const replayed = await ofOne(params.event_id, "EVENT_NOT_FOUND", replay);
      return after(page, replayed?.deliveries === 0 ? "nowhere" : "replayed", replayed);
    },
  }),
};
