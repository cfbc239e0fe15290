/** A school's settings for its batches. Each batch keeps those that it was closed with, with the codes of its funds. */
import { z } from "zod";
import { line } from "../fields.ts";

export const DEFAULT_CLOSE_HOUR = 5;

export const code = line({ max: 100 });

export const batchSettings = z.object({
  /** Who gets the hard credit; the other gets the soft credit. */
  donorOfRecord: z.enum(["cardholder", "bank"]).default("cardholder"),
  /** The codes that the school's program knows appeals and payment methods by. */
  appeal: code.default(""),
  paymentMethod: code.default("Other"),
  /** The ID of the school's NPSP Data Import Batch. */
  importBatch: code.default(""),
  /** Other names for the columns of import files. */
  headers: z.record(z.string(), code).default({}),
});

export type BatchSettings = z.output<typeof batchSettings>;

/** What a closed batch keeps. */
export const closedSettings = batchSettings.extend({
  /** The codes of funds by their IDs. A fund without one goes by its name. */
  fundCodes: z.record(z.string(), code).default({}),
  /**
   * Which day is a gift's date. Batches that were closed before foundations could choose have that of its
   * acceptance.
   */
  giftDate: z.enum(["confirmed", "accepted"]).default("accepted"),
});

export type ClosedSettings = z.output<typeof closedSettings>;
