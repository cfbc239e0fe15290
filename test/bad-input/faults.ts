/** Faults of a request as data, so that several can be combined in one request. */

/** The path of a field, as in the 422. */
export type Loc = (string | number)[];

/** The changes to a valid request; later ones win. */
export type Change = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Body fields as JSON text, since some JSON numbers don't survive parsing; undefined omits a field. */
  fields?: Record<string, string | undefined>;
};

/** A fault that validation must report, alongside any others. */
export type Fault = {
  what: string;
  /** Faults that touch the same input can't be combined. */
  touches: string[];
  change: Change;
  /** The exact `loc` values that the response must contain. */
  locs: Loc[];
};

/** A parameter or field with its known faults, and optionally a generator of random ones. */
export type InputField = {
  name: string;
  known: Fault[];
  another?: () => Fault;
};

/** Combines several faults into one. */
export function combine(faults: Fault[]): Fault {
  const merged: Change = {};
  for (const { change } of faults) {
    merged.params = { ...merged.params, ...change.params };
    merged.query = { ...merged.query, ...change.query };
    merged.headers = { ...merged.headers, ...change.headers };
    merged.fields = { ...merged.fields, ...change.fields };
  }
  return {
    what: faults.map(({ what }) => what).join("; "),
    touches: faults.flatMap(({ touches }) => touches),
    change: merged,
    locs: faults.flatMap(({ locs }) => locs),
  };
}
