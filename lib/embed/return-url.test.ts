import { expect, it } from "vitest";
import { addQueryParams } from "./return-url.ts";

const params = { status: "accepted", donation_id: "1", session_id: "2" };
const ADDED = "status=accepted&donation_id=1&session_id=2";

it.each([
  ["https://bank.example", `https://bank.example?${ADDED}`],
  ["https://bank.example/a/?b=c", `https://bank.example/a/?b=c&${ADDED}`],
  ["https://bank.example/?", `https://bank.example/?${ADDED}`],
  ["https://bank.example/#/in/app?x=1", `https://bank.example/?${ADDED}#/in/app?x=1`],
  [
    "https://bank.example/?a=%20b+c&d&e=%zz&a=2",
    `https://bank.example/?a=%20b+c&d&e=%zz&a=2&${ADDED}`,
  ],
  ["https://bank.example/?next=/x?y=1", `https://bank.example/?next=/x?y=1&${ADDED}`],
  ["examplebank://donated", `examplebank://donated?${ADDED}`],
  ["examplebank:donated?tab=Points#top", `examplebank:donated?tab=Points&${ADDED}#top`],
  ["com.bank.app:/Back?ÄÖ=ü", `com.bank.app:/Back?ÄÖ=ü&${ADDED}`],
])("keeps %s exactly as the bank wrote it", (address, expected) => {
  expect(addQueryParams(address, params)).toBe(expected);
});

it("replaces the bank's parameters of the same name", () => {
  const address = "https://bank.example/?status=mine&x=1&%73tatus=too&session_id";
  expect(addQueryParams(address, params)).toBe(`https://bank.example/?x=1&${ADDED}`);
});
