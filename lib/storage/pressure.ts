/**
 * Load shedding when the database volume runs low on space: writes are refused first for the bank that has stored
 * the most today, and then for everyone, so accepted work can finish.
 */
import { runForOne } from "../database/run.ts";
import { levelOf, readSpace, type SpaceLevel } from "../database/volume.ts";
import { ServiceError } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { largestWriterOf } from "./sql.ts";
import { storageDay } from "./usage.ts";

const CHECK_INTERVAL_MS = 5_000;
const RETRY_AFTER_SECONDS = "60";

type Pressure = { level: SpaceLevel; largestWriter: string | undefined };

const pressure = perProcess<Pressure>("storage pressure", () => ({
  level: "ok",
  largestWriter: undefined,
}));

/** The free space, and the bank that has stored the most today; null if the space is unknown. */
export async function readPressure() {
  const space = await readSpace();
  if (!space) return null;
  const largestWriter = (await runForOne(largestWriterOf(storageDay()))) ?? null;
  return { level: levelOf(space), ...space, largestWriter };
}

/** Checks the volume and caches the result, which later requests use. */
export async function checkPressure(): Promise<void> {
  const current = await readPressure();
  const previous = pressure().level;
  const level = current?.level ?? "ok";
  pressure.replace({ level, largestWriter: current?.largestWriter?.bankId });
  if (level !== previous) log()[level === "ok" ? "info" : "error"]({ level }, "database volume");
}

/** Checks the volume periodically. @returns a function that stops it */
export function watchPressure(): () => void {
  const check = () =>
    void checkPressure().catch((error) =>
      log().debug({ reason: (error as Error).message }, "database volume check failed"),
    );
  check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** The reason that `/readyz` reports, or undefined if there is enough space. */
export function pressureReason(): string | undefined {
  const { level } = pressure();
  if (level === "ok") return undefined;
  return level === "low"
    ? "The database volume is low on space: writes for the bank that has stored the most today are refused"
    : "The database volume is nearly full: requests that store data are refused";
}

/**
 * Checks whether a request may store data.
 * @param bankId the requesting bank, if any
 * @returns the error to throw if it may not
 */
export function pressureRefusal(bankId?: string): ServiceError | undefined {
  const { level, largestWriter } = pressure();
  const isLargest = bankId !== undefined && bankId === largestWriter;
  if (level === "ok" || (level === "low" && !isLargest)) return undefined;
  const headers = { "Retry-After": RETRY_AFTER_SECONDS };
  return new ServiceError("SERVICE_UNAVAILABLE", { headers });
}
