/** The drawing thread: one document at a time, using only its input. */
import { setPriority } from "node:os";
import { Tinypool } from "tinypool";
import type { Receipt } from "../contract.ts";
import type { YearStatement } from "../statements/contract.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { statementPdf } from "./statement-pdf.ts";

/** A document to draw. */
export type Drawing =
  | { kind: "receipt"; content: Receipt; color?: string | undefined }
  | { kind: "statement"; content: YearStatement };

// Requests have priority over drawing. Linux applies this to the thread, other systems to the process.
if (Tinypool.isWorkerThread && process.platform === "linux") setPriority(5);

export default async function draw(drawing: Drawing) {
  const bytes =
    drawing.kind === "receipt"
      ? await receiptPdf(drawing.content, { color: drawing.color })
      : await statementPdf(drawing.content);
  return Tinypool.move(bytes);
}
