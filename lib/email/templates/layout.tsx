/** The layout of all emails: one column with one button. */
import { CHOOSE_EMAILS, type EmailContent, type EmailDocument } from "./compose.ts";
import { INK, PAPER, SHEET, STYLES } from "./styles.ts";
import { Ticket } from "./ticket.tsx";

/** Fills an inbox's preview, which would go on with the email's first words. */
const FILLER = "\u034f\u200c\u00a0".repeat(60);

type Line = {
  text: string | null | undefined;
  look: keyof typeof STYLES;
  /** By which a dark page colors it. */
  tone?: "ink" | "quiet";
};

/** A line or a paragraph, if there is one. */
function Text({ text, look, tone = "ink" }: Line) {
  return text ? (
    <p className={tone} style={STYLES[look]}>
      {text}
    </p>
  ) : null;
}

function Paragraphs({ texts = [] }: { texts?: string[] | undefined }) {
  return texts.map((text) => <Text key={text} text={text} look="paragraph" />);
}

type To = { label: string; link: string; look: keyof typeof STYLES };

function Link({ label, link, look }: To) {
  return (
    <p style={STYLES[look]}>
      <a href={link} target="_blank" className="ink" style={STYLES.link} rel="noopener">
        {label}
      </a>
    </p>
  );
}

function Facts({ facts }: { facts: NonNullable<EmailContent["facts"]> }) {
  return (
    <table
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      className="line"
      style={STYLES.facts}
    >
      <tbody>
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
      </tbody>
    </table>
  );
}

/** Outlook ignores a link's padding, and pads the cell instead. */
const CELL = { ...STYLES.buttonCell, msoPaddingAlt: "14px 24px" };

function Button({ label, link }: NonNullable<EmailContent["button"]>) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} width="320" style={STYLES.button}>
      <tbody>
        <tr>
          <td className="action" align="center" {...{ bgcolor: INK }} style={CELL}>
            <a href={link} target="_blank" style={STYLES.buttonLink} rel="noopener">
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
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
      <Paragraphs texts={letter.afterwards} />
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
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className="paper">
          <tbody>
            <tr>
              <td align="center" className="paper" {...{ bgcolor: PAPER }}>
                <table
                  role="presentation"
                  width="560"
                  cellPadding={0}
                  cellSpacing={0}
                  style={STYLES.column}
                >
                  <tbody>
                    <tr>
                      <td style={STYLES.cell}>
                        <Column letter={letter} head={head} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}
