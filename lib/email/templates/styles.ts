/**
 * The colors and sizes of components/ui/theme.css for email clients: light ones inline, which all clients honor; dark
 * ones by class, for clients that support it. Nothing is loaded from the network.
 */
import type { CSSProperties } from "react";

const TEXT =
  'Inter, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
/** Condensed faces of iOS, macOS, Android, and Windows, in place of the portal's. */
const DISPLAY =
  'HelveticaNeue-CondensedBlack, "Avenir Next Condensed", "Roboto Condensed", sans-serif-condensed, "Arial Narrow", Arial, sans-serif';

export const PAPER = "#f5f3ee";
export const INK = "#13141a";
const QUIET = "#575a64";
const LINE = "1px solid #dcd8ce";

const fine = { fontSize: "13px", lineHeight: "18px" };
const small = { fontSize: "14px", lineHeight: "20px" };
const base = { fontSize: "16px", lineHeight: "24px" };
const display = { fontFamily: DISPLAY, fontWeight: 900, letterSpacing: "-0.01em" };
const anywhere = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;

export const STYLES = {
  body: { margin: 0, padding: 0, backgroundColor: PAPER, fontFamily: TEXT, color: INK },
  preheader: { display: "none", overflow: "hidden", maxHeight: 0, fontSize: "1px", opacity: 0 },
  column: { width: "100%", maxWidth: "560px", margin: "0 auto" },
  cell: { padding: "32px 20px 40px", textAlign: "left", fontFamily: TEXT },
  brand: { ...base, fontWeight: 600, color: INK, margin: 0 },
  notice: { ...small, color: QUIET, margin: "4px 0 0" },
  heading: {
    fontSize: "28px",
    lineHeight: "34px",
    fontWeight: 600,
    letterSpacing: "-0.02em",
    color: INK,
    textWrap: "balance",
    margin: "40px 0 0",
    ...anywhere,
  },
  /** The heading above a ticket. */
  headline: {
    ...display,
    fontSize: "40px",
    lineHeight: "42px",
    textTransform: "uppercase",
    color: INK,
    textWrap: "balance",
    margin: "36px 0 0",
    ...anywhere,
  },
  lead: {
    fontSize: "18px",
    lineHeight: "26px",
    color: INK,
    textWrap: "pretty",
    margin: "12px 0 0",
    ...anywhere,
  },
  money: { ...display, fontSize: "48px", lineHeight: "52px", color: INK, margin: "24px 0 0" },
  points: { ...base, color: QUIET, margin: 0 },
  paragraph: { ...base, color: INK, margin: "16px 0 0", ...anywhere },
  facts: { width: "100%", margin: "24px 0 0", borderBottom: LINE, borderCollapse: "collapse" },
  name: {
    ...small,
    color: QUIET,
    width: "96px",
    padding: "10px 16px 10px 0",
    borderTop: LINE,
    verticalAlign: "top",
  },
  value: { ...small, color: INK, padding: "10px 0", borderTop: LINE, ...anywhere },
  button: { width: "100%", maxWidth: "320px", margin: "28px 0 8px" },
  buttonCell: { backgroundColor: INK, borderRadius: "8px", textAlign: "center" },
  buttonLink: {
    display: "block",
    padding: "14px 24px",
    fontFamily: TEXT,
    ...base,
    fontWeight: 600,
    color: "#ffffff",
    textDecoration: "none",
  },
  footerLine: { margin: "40px 0 16px", border: 0, borderTop: LINE, width: "100%" },
  footer: { ...small, color: QUIET, margin: "8px 0 0", ...anywhere },
  link: { color: INK, textDecoration: "underline" },
} as const satisfies Record<string, CSSProperties>;

export const TICKET = {
  table: {
    width: "100%",
    margin: "28px 0 24px",
    borderCollapse: "separate",
    borderSpacing: 0,
    borderRadius: "12px",
    boxShadow: "0 1px 2px rgba(19,20,26,.16), 0 10px 28px rgba(19,20,26,.14)",
  },
  /** The dotted border in the paper's color looks like a perforation. */
  face: {
    padding: "24px 24px 18px",
    borderBottom: `6px dotted ${PAPER}`,
    borderRadius: "12px 12px 0 0",
    textAlign: "left",
  },
  monogram: { ...display, fontSize: "36px", lineHeight: "36px", margin: 0 },
  school: { ...base, fontWeight: 600, margin: "8px 0 0", ...anywhere },
  foundation: { ...fine, margin: 0, ...anywhere },
  amount: { ...display, letterSpacing: "-0.02em", margin: "16px 0 8px", whiteSpace: "nowrap" },
  /** Top-aligned with the digits in typefaces with a cap height of .72 em. */
  currency: { fontSize: "50%", lineHeight: 0, verticalAlign: "0.72em" },
  points: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, margin: 0 },
  rate: { ...fine, margin: "2px 0 0" },
  stub: { padding: "18px 24px 22px", borderRadius: "0 0 12px 12px", textAlign: "left" },
  first: { lineHeight: "28px", fontWeight: 600, margin: 0, ...anywhere },
  /** Side by side where two fit; stacked otherwise. */
  fact: {
    display: "inline-block",
    width: "100%",
    maxWidth: "232px",
    verticalAlign: "top",
    margin: "14px 0 0",
  },
  name: { ...fine, margin: 0 },
  value: { ...small, fontWeight: 600, margin: 0, paddingRight: "12px", ...anywhere },
  remark: { ...fine, margin: 0 },
} as const satisfies Record<string, CSSProperties>;

/** The largest size in which an amount fits on a phone, even in a wide face. */
export function amountSize(amount: string): string {
  if (amount.length <= 4) return "104px";
  if (amount.length <= 6) return "76px";
  return amount.length <= 9 ? "52px" : "46px";
}

/** The largest size in which a number fits on one line of a phone. */
export const numberSize = (number: string): string => (number.length <= 16 ? "22px" : "17px");

/** Larger text on wide screens, and dark mode. Tickets keep their own colors. */
export const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (min-width:600px){.headline{font-size:52px!important;line-height:52px!important}.amount{font-size:84px!important;line-height:84px!important}.short{font-size:104px!important;line-height:104px!important}}
@media (prefers-color-scheme:dark){
.paper{background-color:#0d0e12!important}
.ink{color:#f3f1eb!important}
.quiet{color:#a8abb5!important}
.line{border-color:#2a2d36!important}
.holes{border-bottom-color:#0d0e12!important}
.ticket{box-shadow:0 0 0 1px #2a2d36!important}
.action{background-color:#f3f1eb!important}
.action a{color:#0d0e12!important}
}`;
