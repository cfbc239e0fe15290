/** The most that a program lets people give without their bank's approval: per gift, and per account and day. */
import { asCents, type Cents } from "../money.ts";

export type ProgramLimits = {
  maxGiftCents: Cents;
  maxDailyCents: Cents;
  /** The zone in which a day begins. */
  timeZone: string;
};

/** The limits of a program whose bank has set none. */
export const STANDARD_LIMITS: ProgramLimits = {
  maxGiftCents: asCents(100_000),
  maxDailyCents: asCents(250_000),
  timeZone: "America/New_York",
};
