/** A gift as a ticket that needs neither images nor fonts: cells in the school's colors, with a perforation. */
import type { CSSProperties } from "react";
import type { EmailTicket, Fact } from "./compose.ts";
import { amountSize, numberSize, TICKET } from "./styles.ts";

/** Outlook reads the attribute, and everything else the style. */
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

export function Ticket(ticket: EmailTicket) {
  const { field, ink, stub, stubInk } = ticket.colors;
  return (
    <table
      role="presentation"
      className="ticket"
      cellPadding={0}
      cellSpacing={0}
      width="100%"
      style={TICKET.table}
    >
      <tbody>
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
      </tbody>
    </table>
  );
}
