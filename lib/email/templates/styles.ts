/**
 * The colors and sizes of app/globals.css for email clients: light ones inline, which all clients honor;
 * dark ones by class, for those that support it. Nothing is loaded from the network.
 */
const FAMILY =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const INK = "#1b1c20";
const QUIET = "#5b5d66";
const LINE = "1px solid #e2ded5";

const small = { fontSize: "14px", lineHeight: "20px", color: QUIET };
const base = { fontSize: "16px", lineHeight: "24px", color: INK };

export const STYLES = {
  body: { margin: "0", padding: "0", backgroundColor: "#faf8f4", fontFamily: FAMILY },
  column: { maxWidth: "560px", width: "100%", margin: "0 auto" },
  cell: { padding: "32px 20px 40px" },
  wordmark: { ...base, fontWeight: 600, margin: "0" },
  notice: { ...small, margin: "4px 0 0" },
  heading: {
    fontSize: "28px",
    lineHeight: "36px",
    fontWeight: 600,
    letterSpacing: "-0.018em",
    color: INK,
    margin: "40px 0 0",
  },
  amount: {
    fontSize: "40px",
    lineHeight: "48px",
    fontWeight: 600,
    letterSpacing: "-0.022em",
    color: INK,
    margin: "24px 0 0",
  },
  points: { ...base, color: QUIET, margin: "0" },
  paragraph: { ...base, margin: "16px 0 0", overflowWrap: "anywhere" },
  facts: { width: "100%", margin: "24px 0 0", borderBottom: LINE, borderCollapse: "collapse" },
  name: {
    ...small,
    width: "88px",
    padding: "10px 16px 10px 0",
    borderTop: LINE,
    verticalAlign: "top",
  },
  value: {
    ...base,
    fontSize: "14px",
    lineHeight: "20px",
    padding: "10px 0",
    borderTop: LINE,
    overflowWrap: "anywhere",
    wordBreak: "break-word",
  },
  button: {
    margin: "32px 0 8px",
    padding: "14px 24px",
    borderRadius: "8px",
    backgroundColor: "#273c9c",
    color: "#ffffff",
    fontSize: "16px",
    fontWeight: 600,
    textAlign: "center",
  },
  footer: { ...small, margin: "8px 0 0", overflowWrap: "anywhere" },
  footerLine: { margin: "40px 0 16px", border: "0", borderTop: LINE, width: "100%" },
  link: { color: "#273c9c" },
} as const;

export const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper,.paper>table>tbody>tr>td{background-color:#131418!important}
.ink{color:#eceae5!important}
.quiet{color:#a7a9b1!important}
.line{border-color:#2f3138!important}
.accent{color:#b3c1ff!important}
.action{background-color:#b3c1ff!important;color:#10163a!important}
}`;
