/** What Next.js calls where a page or a handler of its own threw. The error stands in the log already. */
import type { Instrumentation } from "next";

/** Notes in the request's context that the database was away: the front door then says 503 instead of 500. */
export const onRequestError: Instrumentation.onRequestError = async (thrown) => {
  // Loaded here: Next compiles this file for a runtime, too, that has no connections and that we do not use.
  if (process.env.NEXT_RUNTIME === "edge") return;
  const { isDatabaseUnavailable } = await import("#lib/database/errors.ts");
  const { addToLogContext } = await import("#lib/log.ts");
  if (isDatabaseUnavailable(thrown)) addToLogContext({ away: "database" });
};
