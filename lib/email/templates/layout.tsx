/** The layout of all emails: one column with one button. */
import { CHOOSE_EMAILS, type EmailContent, type Header } from "./compose.ts";
import type { EmailDocument } from "./composed.ts";
import { INK, PAPER, SHEET, STYLES } from "./styles.ts";
import { Ticket } from "./ticket.tsx";

/** Fills an inbox's preview, which would go on with the email's first words. */
const FILLER = "\u034f\u200c\u00a0".repeat(60);

function Paragraphs({ texts = [] }: { texts?: string[] | undefined }) {
  return texts.map((text) => (
    <p key={text} className="ink" style={STYLES.paragraph}>
      {text}
    </p>
  ));
}

function Money({ amount, points }: NonNullable<EmailContent["money"]>) {
  return (
    <>
      <p className="ink" style={STYLES.money}>
        {amount}
      </p>
      {points.map((line) => (
        <p key={line} className="quiet" style={STYLES.points}>
          {line}
        </p>
      ))}
    </>
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

function OtherLink({ label, link }: NonNullable<EmailContent["otherLink"]>) {
  return (
    <p style={STYLES.paragraph}>
      <a href={link} target="_blank" className="ink" style={STYLES.link} rel="noopener">
        {label}
      </a>
    </p>
  );
}

function Footer({ why, optional, link }: { why: string; optional: boolean; link: string }) {
  return (
    <>
      <hr className="line" style={STYLES.footerLine} />
      <p className="quiet" style={STYLES.footer}>
        {why}
      </p>
      {optional && (
        <p style={STYLES.footer}>
          <a href={link} target="_blank" className="ink" style={STYLES.link} rel="noopener">
            {CHOOSE_EMAILS}
          </a>
        </p>
      )}
    </>
  );
}

function Column({ letter, head }: { letter: EmailContent; head: Header }) {
  const { ticket, money, facts = [], button, otherLink } = letter;
  return (
    <>
      <p className="ink" style={STYLES.brand}>
        {head.brandName}
      </p>
      {head.notice && (
        <p className="quiet" style={STYLES.notice}>
          {head.notice}
        </p>
      )}
      <h1
        className={ticket ? "ink headline" : "ink"}
        style={ticket ? STYLES.headline : STYLES.heading}
      >
        {letter.heading}
      </h1>
      {letter.lead && (
        <p className="ink" style={STYLES.lead}>
          {letter.lead}
        </p>
      )}
      {ticket && <Ticket {...ticket} />}
      {money && <Money {...money} />}
      <Paragraphs texts={letter.paragraphs} />
      {facts.length > 0 && <Facts facts={facts} />}
      {button && <Button {...button} />}
      {otherLink && <OtherLink {...otherLink} />}
      <Paragraphs texts={letter.afterwards} />
      <Footer why={letter.why} optional={letter.optional ?? false} link={head.settingsLink} />
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
