import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { GiftTicket } from "./gift-ticket.tsx";

const DONATION = {
  status: "completed",
  dollar_amount: 25,
  net_usd: 25,
  school_name: "Ohio State",
  points_redeemed: 2_500,
  points_per_dollar: 100,
  fund_name: "Annual Fund",
  fund_designation: "annual-fund",
  school_confirmation_id: "OSU-26-118204",
} as CardholderDonation;

const OHIO_STATE = {
  school_id: "ohio-state",
  name: "Ohio State",
  monogram: "OSU",
  colors: ["#bb0000", "#666666"],
  motif: "pennants" as const,
};

const ticketOf = (changes: Partial<CardholderDonation>, school = OHIO_STATE) =>
  renderToStaticMarkup(
    <GiftTicket
      donation={{ ...DONATION, ...changes }}
      school={{ ...school, foundation_name: "The Buckeye Club" }}
      tax="May be tax-deductible"
      when={null}
    />,
  );

describe("the ticket of a gift", () => {
  it("shows the tax line, and the confirmation number at a size that fits", () => {
    const html = ticketOf({});
    expect(html).toContain("May be tax-deductible");
    expect(html).toContain('length-14">OSU-26-118204<');
  });

  it("has a placeholder for its confirmation number while pending", () => {
    const html = ticketOf({ status: "pending", school_confirmation_id: null });
    expect(html).toContain("Waiting for Ohio State");
  });

  it("is void and has no tax line if the school didn't accept the gift", () => {
    const html = ticketOf({ status: "failed", school_confirmation_id: null });
    expect(html).toContain("Not accepted");
    expect(html).not.toContain("tax-deductible");
  });

  it.each([
    ["Canceled", { status: "canceled", school_confirmation_id: null }],
    ["Reversed", { status: "completed", net_usd: 0 }],
  ] as const)("is void once the gift was %s, and not after a part was reversed", (word, gift) => {
    const html = ticketOf(gift);
    expect(html).toContain(word);
    expect(html).not.toContain("tax-deductible");
    expect(ticketOf({ net_usd: 5 })).toContain("OSU-26-118204");
  });

  it("doesn't repeat a name that is the same as the monogram", () => {
    expect(ticketOf({})).toContain('<p class="font-strong">Ohio State</p>');
    const html = ticketOf({}, { ...OHIO_STATE, name: "LSU", monogram: "LSU" });
    expect(html).toContain('<p class="sr-only">LSU</p><p class="font-strong">The Buckeye Club</p>');
  });
});
