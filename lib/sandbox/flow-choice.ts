/** The options of the demo bank's app, and the API request that each leads to. */

type Option = { text: string; request: Record<string, unknown> };

/** The colors of Harbor Demonstration Bank. */
const HARBOR = { primary: "#0e5563", background: "#f2f7f7", text: "#10292f", radius: "medium" };

const OHIO_STATE = { school_id: "ohio-state", fund_designation: "annual-fund" };

/** Field → value → label. The first value of each is the default. */
export const FLOW_OPTIONS = {
  amount: {
    "25": { text: "$25, can be changed", request: { dollar_amount: 25 } },
    "50-locked": { text: "$50, locked", request: { dollar_amount: 50, lock_amount: true } },
    none: { text: "None; the customer chooses", request: {} },
  },
  school: {
    "ohio-state": { text: "Ohio State, can be changed", request: OHIO_STATE },
    "ohio-state-locked": {
      text: "Ohio State, locked",
      request: { ...OHIO_STATE, lock_school: true },
    },
    none: { text: "None; uses the customer’s preference", request: {} },
  },
  theme: {
    harbor: { text: "The bank’s colors", request: { theme_override: HARBOR } },
    plain: { text: "Default", request: {} },
    dark: { text: "Dark", request: { theme_override: { mode: "dark" } } },
    round: {
      text: "Large and round",
      request: { theme_override: { radius: "large", font: "serif", primary: "#7a2e5d" } },
    },
  },
} as const satisfies Record<string, Record<string, Option>>;

export type FlowField = keyof typeof FLOW_OPTIONS;
export type FlowChoice = Record<FlowField, string>;

const optionsOf = (field: FlowField): Record<string, Option> => FLOW_OPTIONS[field];

/** A field's values, as a form lists them. */
export const listOptions = (field: FlowField) =>
  Object.entries(optionsOf(field)).map(([value, { text }]) => ({ value, text }));

function chosen(field: FlowField, value: string | null): string {
  const options = optionsOf(field);
  if (value !== null && Object.hasOwn(options, value)) return value;
  return Object.keys(options)[0] as string;
}

/** Reads the submitted choice. Unknown values become the field's default. */
export const choiceIn = (fields: URLSearchParams): FlowChoice => ({
  amount: chosen("amount", fields.get("amount")),
  school: chosen("school", fields.get("school")),
  theme: chosen("theme", fields.get("theme")),
});

/** The part of the request that a choice sets. */
export const requestFor = (choice: FlowChoice): Record<string, unknown> =>
  Object.assign(
    {},
    ...(["amount", "school", "theme"] as const).map(
      (field) => optionsOf(field)[choice[field]]?.request,
    ),
  );
