import { expect, it } from "vitest";
import { addressWith } from "./return-url.ts";

const added = { status: "accepted", donation_id: "1", session_id: "2" };
const MORE = "status=accepted&donation_id=1&session_id=2";

it.each([
  ["https://bank.example", `https://bank.example?${MORE}`],
  ["https://bank.example/a/?b=c", `https://bank.example/a/?b=c&${MORE}`],
  ["https://bank.example/?", `https://bank.example/?${MORE}`],
  ["https://bank.example/#/in/app?x=1", `https://bank.example/?${MORE}#/in/app?x=1`],
  [
    "https://bank.example/?a=%20b+c&d&e=%zz&a=2",
    `https://bank.example/?a=%20b+c&d&e=%zz&a=2&${MORE}`,
  ],
  ["https://bank.example/?next=/x?y=1", `https://bank.example/?next=/x?y=1&${MORE}`],
  ["examplebank://donated", `examplebank://donated?${MORE}`],
  ["examplebank:donated?tab=Points#top", `examplebank:donated?tab=Points&${MORE}#top`],
  ["com.bank.app:/Back?ÄÖ=ü", `com.bank.app:/Back?ÄÖ=ü&${MORE}`],
])("keeps %s as the bank has written it", (address, expected) => {
  expect(addressWith(address, added)).toBe(expected);
});

it("has each parameter once: ours replace the bank's of the same name", () => {
  const address = "https://bank.example/?status=mine&x=1&%73tatus=too&session_id";
  expect(addressWith(address, added)).toBe(`https://bank.example/?x=1&${MORE}`);
});
