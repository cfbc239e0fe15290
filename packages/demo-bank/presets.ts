/** What the bank can preset in a donation screen, and the fields that each option adds to the request that opens it. */
import type { components } from "#client/openapi.ts";

type Presets = Partial<components["schemas"]["EmbedTokenRequest"]>;
type Option = { value: string; text: string; request: Presets };
type Field = { id: string; label: string; options: [Option, ...Option[]] };

const OHIO_STATE = { school_id: "ohio-state", fund_designation: "annual-fund" };

const OHIO_STATE_LOCKED = { ...OHIO_STATE, lock_school: true };

/** The colors of Harbor Demonstration Bank. */
const HARBOR = { primary: "#0e5563", background: "#f2f7f7", text: "#10292f", radius: "medium" };
const ROUND = { radius: "large", font: "serif", primary: "#7a2e5d" };

/** The first option of each is the default. */
export const FLOW_FIELDS: Field[] = [
  {
    id: "amount",
    label: "Preset amount",
    options: [
      { value: "25", text: "$25, can be changed", request: { dollar_amount: 25 } },
      { value: "50", text: "$50, locked", request: { dollar_amount: 50, lock_amount: true } },
      { value: "none", text: "None; the customer chooses", request: {} },
    ],
  },
  {
    id: "school",
    label: "Preset school",
    options: [
      { value: "open", text: "Ohio State, can be changed", request: OHIO_STATE },
      { value: "locked", text: "Ohio State, locked", request: OHIO_STATE_LOCKED },
      { value: "none", text: "None; uses the customer’s preference", request: {} },
    ],
  },
  {
    id: "theme",
    label: "Theme",
    options: [
      { value: "harbor", text: "The bank’s colors", request: { theme_override: HARBOR } },
      { value: "plain", text: "Default", request: {} },
      { value: "dark", text: "Dark", request: { theme_override: { mode: "dark" } } },
      { value: "round", text: "Large and round", request: { theme_override: ROUND } },
    ],
  },
];

/** Field → the value of its option. */
export type FlowChoice = Record<string, string>;

const optionOf = ({ options }: Field, value: string | null | undefined): Option =>
  options.find((option) => option.value === value) ?? options[0];

/** Reads the submitted choice. Unknown values become the field's default. */
export const choiceIn = (sent: URLSearchParams): FlowChoice =>
  Object.fromEntries(
    FLOW_FIELDS.map((field) => [field.id, optionOf(field, sent.get(field.id)).value]),
  );

/** The part of the request that a choice sets. */
export const presetsFor = (choice: FlowChoice): Presets =>
  Object.assign({}, ...FLOW_FIELDS.map((field) => optionOf(field, choice[field.id]).request));
