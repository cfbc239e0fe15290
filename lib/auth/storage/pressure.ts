/**
 * Who may store something while the database's volume runs low: first all but the bank that has stored the most today,
 * and then nobody, so that what was accepted can be finished.
 */
import { db } from "../../database/prisma.ts";
import { levelOf, readSpace, type SpaceLevel } from "../../database/volume.ts";
import { ServiceError } from "../../errors.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../singleton.ts";
import { storageDay } from "./usage.ts";

const CHECK_EVERY_MS = 5_000;
const RETRY_AFTER_SECONDS = 60;

type Pressure = { level: SpaceLevel; largestWriter: string | undefined };

const pressure = perProcess("storage pressure", (): Pressure => {
  return { level: "ok", largestWriter: undefined };
});

/** The room that is left, and the bank that has stored the most today; null if it is not known. */
export async function readPressure() {
  const space = await readSpace();
  if (!space) return null;
  const largest = await db().bankUsage.findFirst({
    where: { day: new Date(storageDay()) },
    orderBy: { byteCount: "desc" },
    select: { bankId: true, byteCount: true, bank: { select: { name: true } } },
  });
  const largestWriter = largest && {
    ...{ bankId: largest.bankId, name: largest.bank.name, byteCount: Number(largest.byteCount) },
  };
  return { level: levelOf(space), ...space, largestWriter };
}

/** Checks the volume, for the next requests. */
export async function checkPressure(): Promise<void> {
  const found = await readPressure();
  const before = pressure().level;
  const level = found?.level ?? "ok";
  pressure.replace({ level, largestWriter: found?.largestWriter?.bankId });
  if (level !== before) log()[level === "ok" ? "info" : "error"]({ level }, "database volume");
}

/** Checks every few seconds. @returns a function that stops it */
export function watchPressure(): () => void {
  const check = () =>
    void checkPressure().catch((error) =>
      log().debug({ reason: (error as Error).message }, "database volume not checked"),
    );
  check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/** What `/readyz` says about it; undefined while there is room. */
export function pressureReason(): string | undefined {
  const { level } = pressure();
  if (level === "ok") return undefined;
  return level === "low"
    ? "The database's volume runs low: the bank that has stored the most today is refused"
    : "The database's volume is nearly full: nothing new is accepted";
}

/**
 * Whether something may be stored.
 * @param bankId the bank whose request it is, if it is one's
 * @returns the error to throw if not
 */
export function pressureRefusal(bankId?: string): ServiceError | undefined {
  const { level, largestWriter } = pressure();
  const isRefused = level === "full" || (level === "low" && bankId === largestWriter);
  if (!isRefused || (bankId === undefined && level !== "full")) return undefined;
  const headers = { "Retry-After": String(RETRY_AFTER_SECONDS) };
  return new ServiceError("SERVICE_UNAVAILABLE", { headers });
}
