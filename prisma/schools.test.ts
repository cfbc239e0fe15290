import { describe, expect, it } from "vitest";
import { fold } from "#lib/text.ts";
import data from "./data/schools.json" with { type: "json" };

const { schools } = data;

/** In the order of the file. */
const MONOGRAMS = `
  BC CAL CLEM DUKE FSU GT LOU MIA NCSU UNC PITT SMU STAN CUSE UVA VT WAKE ILL IU IOWA UMD MICH MSU MINN NEB
  NU OSU ORE PSU PUR RU UCLA USC UW WIS ALA ARK AUB UF UGA UK LSU MSST MIZ OU MISS SC TENN TEX TAMU VU ARIZ
  ASU BAY BYU CIN COLO HOU ISU KU KSU OKST TCU TTU UCF UTAH WVU ARMY CLT ECU FAU MEM NAVY UNT RICE USF TEM
  TULN TLSA UAB UTSA DEL FIU JSU KENN LIB LT MTSU MOST NMSU SHSU UTEP WKU AKR BALL BGSU UB CMU EMU KENT MASS
  MU NIU OHIO TOL WMU AFA BSU CSU FRES HAW NEV UNM SDSU SJSU UNLV USU WYO APP ARST CCU GASO GSU JMU UL MRSH
  ODU USA USM TXST TROY ULM ORST WSU ND CONN`;

it("has a unique monogram for every school", () => {
  const monograms = schools.map(({ monogram }) => monogram);
  expect(monograms).toEqual(MONOGRAMS.trim().split(/\s+/));
  expect(new Set(monograms).size).toBe(136);
  expect(monograms.filter((monogram) => !/^[A-Z]{2,4}$/.test(monogram))).toEqual([]);
});

/** Well-known rivals. */
const RIVALRIES = `
  ohio-state michigan, michigan michigan-state, michigan minnesota, michigan notre-dame, ohio-state penn-state,
  ohio-state illinois, minnesota wisconsin, wisconsin iowa, iowa minnesota, iowa nebraska, iowa iowa-state,
  indiana purdue, illinois northwestern, penn-state michigan-state, penn-state pittsburgh, maryland virginia,
  rutgers maryland, usc ucla, usc notre-dame, oregon washington, oregon oregon-state, washington washington-state,
  ucla california, california stanford, stanford usc, stanford notre-dame, boston-college notre-dame,
  navy notre-dame, purdue notre-dame, alabama auburn, alabama tennessee, alabama lsu, auburn georgia, auburn lsu,
  florida georgia, florida tennessee, florida lsu, florida florida-state, florida miami-fl,
  florida-state miami-fl, georgia georgia-tech, georgia south-carolina, georgia tennessee, clemson south-carolina,
  clemson georgia-tech, kentucky louisville, kentucky tennessee, kentucky indiana, tennessee vanderbilt,
  ole-miss mississippi-state, ole-miss lsu, ole-miss vanderbilt, ole-miss arkansas, lsu arkansas, lsu texas-am,
  lsu tulane, arkansas missouri, arkansas texas, arkansas texas-am, texas oklahoma, texas texas-am,
  texas texas-tech, oklahoma oklahoma-state, oklahoma nebraska, missouri kansas, missouri illinois,
  missouri south-carolina, nebraska colorado, colorado colorado-state, colorado utah, kansas kansas-state,
  kansas-state iowa-state, duke north-carolina, duke nc-state, duke wake-forest, north-carolina nc-state,
  north-carolina virginia, nc-state wake-forest, nc-state east-carolina, virginia virginia-tech,
  virginia-tech west-virginia, west-virginia pittsburgh, west-virginia marshall, syracuse boston-college,
  syracuse uconn, uconn umass, uconn rutgers, louisville cincinnati, louisville memphis, cincinnati miami-oh,
  arizona arizona-state, utah byu, utah utah-state, byu utah-state, byu boise-state, texas-tech tcu,
  texas-tech texas-am, baylor tcu, baylor texas-am, tcu smu, smu north-texas, houston rice, houston texas-tech,
  rice tulane, ucf south-florida, tulsa oklahoma-state, army navy, army air-force, navy air-force,
  temple penn-state, charlotte appalachian-state, florida-atlantic fiu, memphis uab, memphis arkansas-state,
  memphis southern-miss, tulane southern-miss, utsa texas-state, utsa north-texas, delaware james-madison,
  jacksonville-state troy, kennesaw-state georgia-state, liberty james-madison, liberty old-dominion,
  louisiana-tech southern-miss, louisiana-tech ul-monroe, louisiana-tech louisiana,
  middle-tennessee western-kentucky, middle-tennessee troy, missouri-state arkansas-state,
  new-mexico-state new-mexico, new-mexico-state utep, sam-houston texas-state, akron kent-state,
  bowling-green toledo, ohio miami-oh, ohio marshall, central-michigan western-michigan,
  central-michigan eastern-michigan, eastern-michigan western-michigan, ball-state northern-illinois,
  buffalo kent-state, boise-state fresno-state, boise-state nevada, fresno-state san-jose-state,
  fresno-state san-diego-state, san-diego-state san-jose-state, hawaii wyoming, nevada unlv,
  air-force colorado-state, wyoming colorado-state, georgia-southern georgia-state,
  georgia-southern appalachian-state, coastal-carolina appalachian-state, old-dominion james-madison,
  louisiana ul-monroe, south-alabama troy, washington-state oregon-state`;

describe("a school's motif", () => {
  const motifs = new Map(schools.map(({ school_id, motif }) => [school_id, motif]));
  const count = (values: string[]) =>
    Object.values(Object.groupBy(values, (value) => value)).map((same) => same?.length ?? 0);

  it("is never its rival's", () => {
    const pairs = RIVALRIES.trim()
      .split(/,\s+/)
      .map((pair) => pair.split(" "));
    const alike = pairs.filter(([one = "", other = ""]) => {
      const motif = motifs.get(one);
      return motif === undefined || motif === (motifs.get(other) ?? motif);
    });
    expect(alike).toEqual([]);
    expect(new Set(pairs.flat()).size).toBe(136);
  });

  it("is spread: no conference is dominated by one", () => {
    const byConference = Object.values(Object.groupBy(schools, ({ conference }) => conference));
    for (const members of byConference.map((some) => some ?? [])) {
      const counts = count(members.map(({ motif }) => motif));
      expect(Math.max(...counts)).toBeLessThanOrEqual(Math.ceil(members.length * 0.31));
      if (members.length > 2) expect(counts.length).toBe(5);
    }
    expect(Math.min(...count([...motifs.values()]))).toBeGreaterThanOrEqual(20);
  });

  it("isn't another's in the same colors, nor that of three in a row", () => {
    const looks = schools.map(({ motif, colors }) => [motif, ...colors].join());
    expect(new Set(looks).size).toBe(136);
    const inOrder = schools.map(({ conference, motif }) => `${conference} ${motif}`);
    const three = inOrder.filter((one, at) => one === inOrder[at + 1] && one === inOrder[at + 2]);
    expect(three).toEqual([]);
  });
});

it.each(schools)(
  "writes the aliases of $name in lower case, each once, and at most six",
  (school) => {
    const { aliases, name, university, nickname, city, monogram } = school;
    expect(aliases.length).toBeLessThanOrEqual(6);
    const known = [name, university, nickname, city, monogram].map(fold);
    for (const alias of aliases) {
      expect(alias).toMatch(/^[a-z0-9]+([ -][a-z0-9]+)*$/);
      expect(known, "this is one of its names already").not.toContain(alias);
    }
    expect(new Set(aliases).size).toBe(aliases.length);
  },
);

/** Otherwise a search for one school would also find the other. */
it("has no alias that contains another school's name, except where unavoidable", () => {
  const names = schools.map(({ school_id: id, name }) => ({ id, name: fold(name) }));
  const found = schools.flatMap(({ school_id: id, aliases, ...own }) =>
    aliases.flatMap((alias) =>
      names
        .filter((other) => other.id !== id && alias.includes(other.name))
        .filter((other) => !fold(`${own.name} ${own.university} ${own.city}`).includes(other.name))
        .map((other) => `${alias}: ${other.id}`),
    ),
  );
  expect(found).toEqual([
    "miami florida: florida",
    "usc: usc",
    "miami ohio: ohio",
    "miami of ohio: ohio",
    "go dukes: duke",
    "duke dog: duke",
  ]);
});
