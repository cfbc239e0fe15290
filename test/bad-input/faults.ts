/** What is wrong with a request, as data: so that several faults make one request with all of them. */

/** The way to a field, as the 422 names it. */
export type Loc = (string | number)[];

/** What a fault changes of a good request; later ones win. */
export type Change = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Fields of the body as JSON text, since not all of JSON's numbers survive as values; undefined leaves out. */
  fields?: Record<string, string | undefined>;
};

/** Something wrong that the schema's check must find, beside whatever else is wrong. */
export type Fault = {
  what: string;
  /** Faults that touch the same cannot be had combine. */
  touches: string[];
  change: Change;
  /** Exactly where the answer must say so. */
  locs: Loc[];
};

/** One parameter or field with its faults: the known ones, and (where there are) more without end. */
export type InputField = {
  name: string;
  known: Fault[];
  another?: () => Fault;
};

/** All of several faults at once. */
export function combine(faults: Fault[]): Fault {
  const merged: Change = {};
  for (const { change } of faults) {
    merged.params = { ...merged.params, ...change.params };
    merged.query = { ...merged.query, ...change.query };
    merged.fields = { ...merged.fields, ...change.fields };
  }
  return {
    what: faults.map(({ what }) => what).join("; "),
    touches: faults.flatMap(({ touches }) => touches),
    change: merged,
    locs: faults.flatMap(({ locs }) => locs),
  };
}
