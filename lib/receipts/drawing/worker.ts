/** The drawing thread: one document or picture at a time, using only its input. */
import { setPriority } from "node:os";
import { Tinypool } from "tinypool";
import { type Card, drawCard } from "../../schools/card/draw-card.ts";
import type { Receipt } from "../contract.ts";
import type { YearStatement } from "../statements/contract.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { statementPdf } from "./statement-pdf.ts";

/** What to draw. */
export type Drawing =
  | { kind: "receipt"; content: Receipt; color?: string | undefined }
  | { kind: "statement"; content: YearStatement }
  | { kind: "card"; content: Card };

// Requests have priority over drawing. Linux applies this to the thread, other systems to the process.
if (Tinypool.isWorkerThread && process.platform === "linux") setPriority(5);

function make(drawing: Drawing): Promise<Uint8Array> {
  switch (drawing.kind) {
    case "receipt":
      return receiptPdf(drawing.content, drawing.color);
    case "statement":
      return statementPdf(drawing.content);
    case "card":
      return drawCard(drawing.content);
  }
}

export default async function draw(drawing: Drawing) {
  return Tinypool.move(await make(drawing));
}
