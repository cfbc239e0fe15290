/** The drawing thread's worker: draws one document or image at a time, from its input alone. */
import { setPriority } from "node:os";
import { Tinypool } from "tinypool";
import { type Card, drawCard } from "../../schools/card/cards.ts";
import type { Receipt } from "../contract.ts";
import { type BoardReport, boardPdf } from "./board-pdf.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { type DrawnStatement, statementPdf } from "./statement-pdf.ts";

export type Drawing =
  | { kind: "receipt"; content: Receipt }
  | { kind: "statement"; content: DrawnStatement }
  | { kind: "board"; content: BoardReport }
  | { kind: "card"; content: Card };

// Requests come first. Only Linux applies the priority to the thread; elsewhere it would apply to the process.
if (Tinypool.isWorkerThread && process.platform === "linux") setPriority(5);

function render(drawing: Drawing): Promise<Uint8Array> {
  switch (drawing.kind) {
    case "receipt":
      return receiptPdf(drawing.content);
    case "statement":
      return statementPdf(drawing.content);
    case "board":
      return boardPdf(drawing.content);
    case "card":
      return drawCard(drawing.content);
  }
}

export default async function draw(drawing: Drawing) {
  return Tinypool.move(await render(drawing));
}
