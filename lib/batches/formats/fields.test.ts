/** Every row of the import files fits the published fields (metadata/), whatever donors, banks, and schools wrote. */
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { toCsv } from "#lib/csv.ts";
import { giftRecord } from "#test/factories.ts";
import { type Random, seeded } from "#test/random.ts";
import { closedSettings } from "../settings.ts";
import { fitRow, type ImportColumns } from "./fit.ts";
import { creditsOf, type FileRow } from "./line.ts";
import npsp from "./metadata/npsp.json" with { type: "json" };
import raisersEdge from "./metadata/raisers-edge.json" with { type: "json" };
import { addressOf, namesOf } from "./names.ts";
import { NPSP_COLUMNS } from "./npsp.ts";
import { CONSTITUENT_COLUMNS, GIFT_COLUMNS } from "./raisers-edge.ts";

type Field = {
  type: string;
  length?: number;
  values?: string[];
  required?: boolean;
  source: string;
};
type Facts = {
  fields: Record<string, Field>;
  /** Either all of them have a value, or none. */
  together: { fields: string[] }[];
  requires: { when: string[]; then: string }[];
};

const NPSP: Facts = npsp;
const GIFTS: Facts = raisersEdge.gifts;
const CONSTITUENTS: Facts = raisersEdge.constituents;

const TYPES: Record<string, RegExp> = {
  Text: /^[^\p{Cc}]*$/u,
  TextArea: /^[^\p{Cc}]*$/u,
  LongTextArea: /^[^\p{Cc}]*$/u,
  Email: /^\S+@\S+$/,
  Currency: /^\d{1,16}\.\d{2}$/,
  Date: /^\d{4}-\d\d-\d\d$|^\d\d\/\d\d\/\d{4}$/,
  // A record's ID: 15 characters, or 18.
  Lookup: /^[a-zA-Z0-9]{15}([A-Z0-5]{3})?$/,
  Picklist: /^/,
};

/** What an import would refuse or cut in a row. */
function violationsOf(
  { fields, together, requires }: Facts,
  row: Record<string, string>,
): string[] {
  const has = (name: string) => row[name] !== "";
  const wrong = Object.entries(row).flatMap(([name, value]) => {
    const field = fields[name];
    if (!field) return [`${name} isn't published`];
    if (value === "") return field.required ? [`${name} is empty`] : [];
    const { type, length = Number.POSITIVE_INFINITY, values } = field;
    return [
      ...(TYPES[type]?.test(value) ? [] : [`${name} isn't a ${type}: ${value}`]),
      ...(value.length > length ? [`${name} has ${value.length} characters`] : []),
      ...(values && !values.includes(value) ? [`${name} isn't one of its values: ${value}`] : []),
      ...(/^[\s=+\-@]|[\ud800-\udbff]$/.test(value) ? [`${name} runs, or ends in the middle`] : []),
    ];
  });
  const apart = together.filter(({ fields: all }) => all.some(has) && !all.every(has));
  const missing = requires.filter(({ when, then }) => when.some(has) && !has(then));
  return [
    ...wrong,
    ...apart.map(({ fields: all }) => `only some of ${all}`),
    ...missing.map(({ then }) => `${then} is missing`),
  ];
}

/** The rows of a file, as a program reads them back. */
function readBack<Row>(columns: ImportColumns<Row>, rows: Row[]): Record<string, string>[] {
  const cells = rows.map((row) => fitRow(columns, row).cells);
  const text = toCsv([Object.keys(columns), ...cells], { isImport: true });
  return parse(text, { columns: true }) as Record<string, string>[];
}

const word = (length: number) => "Wolfeschlegelsteinhausenbergerdorff".repeat(8).slice(0, length);
const NAMES = [
  "Pat Sample",
  "Pat Sample Jr.",
  "Sample, Pat",
  "=HYPERLINK(1) -2+3",
  "===",
  "Jr.",
  ", ,",
  `${word(147)} ${word(107)}`,
  `Pat ${word(240)}`,
  `${word(39)}\u{1f3c8}${word(39)}\u{1f3c8} ${word(79)}\u{1f3c8}\u{1f3c8}`,
  "สมชาย ใจดี",
  "Pat\r\nSample\tX",
  "x@y",
  "García López, María José",
];
const TEXTS = [
  "",
  "Go Bruins!",
  "=1+1",
  "line\r\n=2",
  "\u{1f3c8}".repeat(400),
  word(280).repeat(150),
];
const ADDRESSES = [
  null,
  "1 Main St\nTestville, OH 43210",
  "1 Main St, Testville OH 43210-1234\nUSA",
  "=1 Main St\n-Testville, OH 43210",
  `${word(200)}\n${word(90)}, CA 90001`,
  "10 Downing Street\nLondon SW1A 2AA\nUnited Kingdom",
  `${"\u{1f3c8}".repeat(240)}`,
];
const CODES = ["AF-100", "a0XHs000001AbCdMAK", "a0XHs000001AbCd", word(100), "=1", ""];
const EMAILS = ["pat@example.com", `${word(64)}@${word(150)}.example`, "+sam@example.com"];

function hardRow(random: Random): FileRow {
  const donor = {
    number: "C-0000000000000",
    name: random.pick(NAMES),
    email: random.pick(EMAILS),
  };
  const isKnown = random.below(4) > 0;
  return {
    batch: 1,
    position: 1,
    id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
    isReversal: false,
    amount: random.pick(["0.01", "25.00", "999999.99"]),
    hasGiver: isKnown || random.below(2) === 0,
    postalAddress: isKnown ? random.pick(ADDRESSES) : null,
    benefits: random.pick(["", "40.00"]),
    settings: closedSettings.parse({
      donorOfRecord: random.pick(["cardholder", "bank"]),
      appeal: random.pick(CODES),
      paymentMethod: random.pick(["Other", word(100)]),
      importBatch: random.pick(CODES),
      fundCodes: { "annual-fund": random.pick(CODES) },
    }),
    gift: {
      ...giftRecord,
      donor: isKnown ? donor : null,
      bank: {
        number: "C-1111111111111",
        name: random.pick(["Harbor", word(255), "@Harbor, Inc."]),
      },
      fund: {
        id: random.pick([null, "annual-fund"]),
        name: random.pick(["Annual Fund", word(255), "=2\r\n"]),
      },
      message: random.pick([null, ...TEXTS]),
    },
  };
}

describe("the import files", () => {
  it("have only published fields, each with its source, or custom ones that the guide creates", () => {
    for (const [columns, { fields }] of [
      [NPSP_COLUMNS, NPSP],
      [GIFT_COLUMNS, GIFTS],
      [CONSTITUENT_COLUMNS, CONSTITUENTS],
    ] as const) {
      expect(Object.keys(columns)).toEqual(Object.keys(fields));
      expect(Object.values(fields).filter(({ source }) => !source)).toEqual([]);
    }
  });

  it(
    "fit the published fields",
    seeded((random) => {
      const rows = Array.from({ length: 200 }, () => hardRow(random));
      const parties = rows.flatMap((row) => {
        const { hard, soft } = creditsOf(row);
        return soft ? [hard, soft] : [hard];
      });
      const check = (facts: Facts, all: Record<string, string>[]) => [
        ...new Set(all.flatMap((row) => violationsOf(facts, row))),
      ];
      expect(check(NPSP, readBack(NPSP_COLUMNS, rows))).toEqual([]);
      expect(check(GIFTS, readBack(GIFT_COLUMNS, rows))).toEqual([]);
      expect(check(CONSTITUENTS, readBack(CONSTITUENT_COLUMNS, parties))).toEqual([]);
    }),
  );

  it(
    "have an amount for a fund exactly where they name one, also where a school looks it up otherwise",
    seeded((random) => {
      const rows = Array.from({ length: 200 }, () => hardRow(random)).map((row) => ({
        ...row,
        settings: { ...row.settings, headers: { GAU_Allocation_1_GAU__c: "GAU Name" } },
      }));
      for (const row of readBack(NPSP_COLUMNS, rows)) {
        expect(row.GAU_Allocation_1_GAU__c === "").toBe(row.GAU_Allocation_1_Amount__c === "");
      }
    }),
  );

  it(
    "say with the gift what they had to cut",
    seeded((random) => {
      for (const row of Array.from({ length: 200 }, () => hardRow(random))) {
        for (const [columns, remark] of [
          [NPSP_COLUMNS, "Donation_Description__c"],
          [GIFT_COLUMNS, "GFRef"],
        ] as const) {
          const { cells, cut } = fitRow(columns, row);
          const text = cells[Object.keys(columns).indexOf(remark)] ?? "";
          for (const name of cut) expect(text).toContain(name);
        }
      }
    }),
  );

  it("join each gift with the constituents that it credits", () => {
    const row = hardRow({
      below: () => 1,
      pick: (all) => all[0] as never,
      shuffle: (all) => [...all],
    });
    const { hard, soft } = creditsOf(row);
    const [gift] = readBack(GIFT_COLUMNS, [row]);
    const constituents = readBack(CONSTITUENT_COLUMNS, [hard, ...(soft ? [soft] : [])]);
    const numbers = constituents.map(({ ImportID }) => ImportID);
    expect(numbers).toEqual([gift?.ImportID, gift?.SoftCredRecip]);
  });
});

describe("a name", () => {
  const split = (name: string) => {
    const { first, last } = namesOf({
      kind: "person",
      number: "C-1",
      name,
      email: "",
      postalAddress: null,
    });
    return [first, last];
  };

  it.each([
    ["Pat Sample", "Pat", "Sample"],
    ["Pat Q. Sample", "Pat Q.", "Sample"],
    ["Pat Sample Jr.", "Pat", "Sample Jr."],
    ["Pat Sample, Jr.", "Pat", "Sample Jr."],
    ["Pat Sample III", "Pat", "Sample III"],
    ["Pat Sample, Jr., M.D.", "Pat", "Sample Jr. M.D."],
    ["Sample, Pat", "Pat", "Sample"],
    ["Sample, Pat Q.", "Pat Q.", "Sample"],
    ["Sample, Pat, Jr.", "Pat", "Sample Jr."],
    ["Sample Jr., Pat", "Pat", "Sample Jr."],
    ["Sample,Pat", "Pat", "Sample"],
    ["García López, María José", "María José", "García López"],
    ["  Pat   Sample ,", "Pat", "Sample"],
    ["Sample", "", "Sample"],
    ["Jr.", "", "Jr."],
    ["V. Sample", "V.", "Sample"],
    ["pat@example.com", "", "pat@example.com"],
    ["===", "", "C-1"],
  ])("%s", (name, first, last) => expect(split(name)).toEqual([first, last]));

  it("of an organization is one", () => {
    const bank = { kind: "organization", number: "C-1", email: "", postalAddress: null } as const;
    expect(namesOf({ ...bank, name: "Harbor, Inc." })).toEqual({ first: "", last: "Harbor, Inc." });
  });
});

describe("an address", () => {
  it.each([
    ["1 Main St\nTestville, OH 43210", "1 Main St", "Testville", "OH", "43210"],
    [
      "1 Main St\nApt 4\nTestville OH 43210-1234",
      "1 Main St, Apt 4",
      "Testville",
      "OH",
      "43210-1234",
    ],
    ["1 Main St, Testville, oh 43210, USA", "1 Main St", "Testville", "OH", "43210"],
    ["1 Main St\nNew York, NY 10001\nUnited States", "1 Main St", "New York", "NY", "10001"],
    ["10 Downing Street\nLondon SW1A 2AA", "10 Downing Street, London SW1A 2AA", "", "", ""],
    ["43210", "43210", "", "", ""],
  ])("%s", (text, street, city, state, zip) =>
    expect(addressOf(text)).toEqual({ street, city, state, zip }),
  );

  it("that nobody shared is empty", () => {
    expect(addressOf(null)).toEqual({ street: "", city: "", state: "", zip: "" });
  });
});
