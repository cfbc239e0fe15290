/** The layout of all emails: one column with one button, and a gift as a ticket. */
import type { ComponentProps, CSSProperties, ReactNode } from "react";
import {
  CHOOSE_EMAILS,
  type EmailContent,
  type EmailDocument,
  type EmailTicket,
  type Fact,
} from "./compose.ts";
import { amountSize, INK, numberSize, PAPER, SHEET, STYLES, TICKET } from "./styles.ts";

/** Fills the inbox preview, which would otherwise continue with the email's first words. */
const FILLER = "\u034f\u200c\u00a0".repeat(60);

type TextProps = {
  text: string | null | undefined;
  look: keyof typeof STYLES;
  /** The class that sets its color in dark mode. */
  tone?: "ink" | "quiet";
};

function Text({ text, look, tone = "ink" }: TextProps) {
  return text ? (
    <p className={tone} style={STYLES[look]}>
      {text}
    </p>
  ) : null;
}

function Paragraphs({ texts = [] }: { texts?: string[] | undefined }) {
  return texts.map((text) => <Text key={text} text={text} look="paragraph" />);
}

type LinkProps = { label: string; link: string; look: keyof typeof STYLES };

function Link({ label, link, look }: LinkProps) {
  return (
    <p style={STYLES[look]}>
      <a href={link} target="_blank" className="ink" style={STYLES.link} rel="noopener">
        {label}
      </a>
    </p>
  );
}

/** A table for layout only. */
const Table = (props: ComponentProps<"table">) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} {...props}>
    <tbody>{props.children}</tbody>
  </table>
);

function Facts({ facts }: { facts: NonNullable<EmailContent["facts"]> }) {
  return (
    <Table className="line" style={STYLES.facts}>
      {facts.map(([name, value]) => (
        <tr key={name}>
          <td className="quiet line" style={STYLES.name}>
            {name}
          </td>
          <td className="ink line" style={STYLES.value}>
            {value}
          </td>
        </tr>
      ))}
    </Table>
  );
}

type BoxProps = { table: ComponentProps<"table">; cell: object; children: ReactNode };

/** A table with one cell, which all clients lay out the same way. */
const Box = ({ table, cell, children }: BoxProps) => (
  <Table {...table}>
    <tr>
      <td {...cell}>{children}</td>
    </tr>
  </Table>
);

/** Outlook ignores a link's padding, so the cell is padded instead. */
const BUTTON_CELL = {
  className: "action",
  align: "center",
  bgcolor: INK,
  style: { ...STYLES.buttonCell, msoPaddingAlt: "14px 24px" },
};

function Button({ label, link }: NonNullable<EmailContent["button"]>) {
  return (
    <Box table={{ width: "320", style: STYLES.button }} cell={BUTTON_CELL}>
      <a href={link} target="_blank" style={STYLES.buttonLink} rel="noopener">
        {label}
      </a>
    </Box>
  );
}

/** Outlook reads the attribute; all other clients read the style. */
const inColors = (background: string, color: string, style: CSSProperties) => ({
  bgcolor: background,
  style: { ...style, backgroundColor: background, color },
});

function Amount({ amount }: { amount: string }) {
  const fontSize = amountSize(amount);
  return (
    <p
      className={amount.length <= 6 ? "amount short" : "amount"}
      style={{ ...TICKET.amount, fontSize, lineHeight: fontSize }}
    >
      <span style={TICKET.currency}>$</span>
      {amount.replace("$", "")}
    </p>
  );
}

function Face({ monogram, school, foundation, amount, points: [points, rate] }: EmailTicket) {
  return (
    <>
      <p aria-hidden="true" style={TICKET.monogram}>
        {monogram}
      </p>
      <p style={TICKET.school}>{school}</p>
      <p style={TICKET.foundation}>{foundation}</p>
      <Amount amount={amount} />
      {points && <p style={TICKET.points}>{points}</p>}
      {rate && <p style={TICKET.rate}>{rate}</p>}
    </>
  );
}

function StubFact({ fact: [name, value, remark] }: { fact: Fact }) {
  return (
    <div style={TICKET.fact}>
      <p style={TICKET.name}>{name}</p>
      <p style={TICKET.value}>{value}</p>
      {remark && <p style={TICKET.remark}>{remark}</p>}
    </div>
  );
}

function Stub({ stub: [first, ...others] }: EmailTicket) {
  return (
    <>
      {first && <p style={TICKET.name}>{first[0]}</p>}
      {first && <p style={{ ...TICKET.first, fontSize: numberSize(first[1]) }}>{first[1]}</p>}
      {others.map((fact) => (
        <StubFact key={fact[0]} fact={fact} />
      ))}
    </>
  );
}

/** A gift as a ticket that needs neither images nor fonts: cells in the school's colors, with a perforation. */
function Ticket(ticket: EmailTicket) {
  const { field, ink, stub, stubInk } = ticket.colors;
  return (
    <Table className="ticket" width="100%" style={TICKET.table}>
      <tr>
        <td className="holes" {...inColors(field, ink, TICKET.face)}>
          <Face {...ticket} />
        </td>
      </tr>
      <tr>
        <td {...inColors(stub, stubInk, TICKET.stub)}>
          <Stub {...ticket} />
        </td>
      </tr>
    </Table>
  );
}

function Column({ letter, head }: EmailDocument) {
  const { ticket, money, facts = [], button, otherLink } = letter;
  return (
    <>
      <Text text={head.brandName} look="brand" />
      <Text text={head.notice} look="notice" tone="quiet" />
      <h1
        className={ticket ? "ink headline" : "ink"}
        style={ticket ? STYLES.headline : STYLES.heading}
      >
        {letter.heading}
      </h1>
      <Text text={letter.lead} look="lead" />
      {ticket && <Ticket {...ticket} />}
      <Text text={money?.amount} look="money" />
      {money?.points.map((line) => (
        <Text key={line} text={line} look="points" tone="quiet" />
      ))}
      <Paragraphs texts={letter.paragraphs} />
      {facts.length > 0 && <Facts facts={facts} />}
      {button && <Button {...button} />}
      {otherLink && <Link {...otherLink} look="paragraph" />}
      <Paragraphs texts={letter.afterward} />
      <hr className="line" style={STYLES.footerLine} />
      <Text text={letter.why} look="footer" tone="quiet" />
      {letter.optional && <Link label={CHOOSE_EMAILS} link={head.settingsLink} look="footer" />}
    </>
  );
}

export function EmailPage({ letter, head }: EmailDocument) {
  return (
    <html lang="en">
      {/* biome-ignore lint/style/noHeadElement: an email is a document of its own. */}
      <head>
        <meta charSet="utf-8" />
        <title>{letter.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{SHEET}</style>
      </head>
      <body className="paper" style={STYLES.body}>
        <div style={STYLES.preheader}>
          {letter.preview}
          {FILLER}
        </div>
        <Box
          table={{ width: "100%", className: "paper" }}
          cell={{ align: "center", className: "paper", bgcolor: PAPER }}
        >
          <Box table={{ width: "560", style: STYLES.column }} cell={{ style: STYLES.cell }}>
            <Column letter={letter} head={head} />
          </Box>
        </Box>
      </body>
    </html>
  );
}
