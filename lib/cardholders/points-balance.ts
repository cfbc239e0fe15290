/** Points balances: how many points an account had, by its bank, and when. */
import { z } from "zod";
import { addViolation, integer, responseTime, time } from "../fields.ts";

/** How far a bank's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

const EXAMPLE = { points: 48_200, as_of: "2026-11-21T14:03:22.118Z" };

/** In a bank's request. */
export const pointsBalance = z
  .object({
    points: integer.gte(0).describe("The number of points."),
    as_of: time
      .check((context) => {
        if (context.value.getTime() <= Date.now() + CLOCK_SKEW_MS) return;
        addViolation(context, "value_error", "Value must not be in the future");
      })
      .describe("When the account had them. Not in the future, beyond 5 minutes of clock skew."),
  })
  .meta({ examples: [EXAMPLE] });

export type PointsBalance = z.output<typeof pointsBalance>;

export const balanceColumns = (balance: PointsBalance | null | undefined) => ({
  pointsBalance: balance?.points ?? null,
  pointsBalanceAt: balance?.as_of ?? null,
});

export const storedBalance = z
  .object({
    points: z.int().describe("The number of points."),
    as_of: responseTime.describe("When the account had them."),
  })
  .nullable();

type StoredBalance = { pointsBalance: number | null; pointsBalanceAt: Date | null };

export const serializeBalance = ({
  pointsBalance: points,
  pointsBalanceAt: at,
}: StoredBalance): z.infer<typeof storedBalance> =>
  points === null || at === null ? null : { points, as_of: at.toISOString() };
