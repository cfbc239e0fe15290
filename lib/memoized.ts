/**
 * A function that keeps its results.
 * @param keyOf what two inputs with the same result have in common
 * @param max the number of results from which on all are forgotten
 */
export function memoized<Input, Result>(
  make: (input: Input) => Result,
  keyOf: (input: Input) => unknown = (input) => input,
  max = Number.POSITIVE_INFINITY,
): (input: Input) => Result {
  const results = new Map<unknown, Result>();
  return (input) => {
    const key = keyOf(input);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = make(input);
    if (results.size >= max) results.clear();
    results.set(key, result);
    return result;
  };
}

/** A function that keeps its result for so many milliseconds. Concurrent calls share one; failures aren't kept. */
export function keptFor<Result>(ms: number, make: () => Promise<Result>): () => Promise<Result> {
  let kept: { until: number; result: Promise<Result> } | undefined;
  return () => {
    if (kept && Date.now() < kept.until) return kept.result;
    const making = { until: Date.now() + ms, result: make() };
    kept = making;
    making.result.catch(() => {
      if (kept === making) kept = undefined;
    });
    return making.result;
  };
}
