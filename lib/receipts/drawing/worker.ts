/** What a drawing thread runs: one document at a time, from nothing but what it is given. */
import { setPriority } from "node:os";
import { Tinypool } from "tinypool";
import type { Receipt } from "../contract.ts";
import type { YearStatement } from "../statements/contract.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { statementPdf } from "./statement-pdf.ts";

/** A document that is to be drawn. */
export type Drawing =
  | { kind: "receipt"; content: Receipt }
  | { kind: "statement"; content: YearStatement };

// Answering requests goes before drawing. Linux counts this for the thread, others for the whole process.
if (Tinypool.isWorkerThread && process.platform === "linux") setPriority(5);

export default async function draw(drawing: Drawing) {
  const bytes =
    drawing.kind === "receipt"
      ? await receiptPdf(drawing.content)
      : await statementPdf(drawing.content);
  return Tinypool.move(bytes);
}
