/** Query and path parameters that their schemas don't allow. They are text, regardless of type. */
import type { Random } from "../random.ts";
import type { NumberSchema, PlainSchema } from "./schemas.ts";
import { randomText, randomWrongString, type WrongString, wrongStrings } from "./wrong-strings.ts";

const INVALID_INTEGERS = [
  "",
  " ",
  "x",
  "1.0",
  "1.5",
  "1e1",
  "1,0",
  "0x10",
  "１",
  "٣",
  "½",
  "1 ",
  " 1",
  "1\n",
  "\t1",
  "+1",
  "--1",
  "-",
  "1-",
  "1_0",
  "NaN",
  "Infinity",
  "null",
  "true",
  "[1]",
  "1\0",
  "'1'",
  "ten",
  "1;drop table",
  "10 or 1=1",
  `${"9".repeat(300)}x`,
  "5%",
  "０5",
  "5️⃣",
];
const INVALID_NUMBERS = [
  "",
  " ",
  "x",
  "-1",
  "-0.01",
  "+1",
  "1e1",
  "1,00",
  ".5",
  "5.",
  "1.2.3",
  "0x10",
  "１",
  "25 ",
  " 25",
  "25\n",
  "$25",
  "NaN",
  "Infinity",
  "null",
  "25\0",
  "1_0",
  "9.99.",
  "--1",
];
const INVALID_BOOLEANS = [
  "",
  " ",
  "yes",
  "no",
  "on",
  "off",
  "TRUE",
  "True",
  "False",
  "t",
  "f",
  "y",
  "2",
  "-1",
  "00",
  "01",
  "true ",
  " true",
  "true\n",
  "true\0",
  "null",
  "undefined",
  "truefalse",
  "ｔｒｕｅ",
  "[]",
  "{}",
  "1.0",
];

const labeled = (what: string) => (value: string) => ({
  what: `${what} ${JSON.stringify(value.slice(0, 60))}`,
  value,
});

function outOfRange({ minimum = 0, maximum = 0 }: NumberSchema): string[] {
  const under = [minimum - 1, minimum - 2, -maximum, -(2 ** 31), "-0", "-99999999999999999999"];
  const over = [maximum + 1, maximum * 10, 2 ** 31, 2 ** 53 + 1, "9".repeat(30), "9".repeat(400)];
  return [...under, ...over].map(String);
}

/** Longer URLs are rejected for their length alone. */
const fits = ({ value }: WrongString) =>
  value.isWellFormed() && encodeURIComponent(value).length < 13_000;

/** Values that careless validation of this parameter would accept. */
export function wrongParameters(schema: PlainSchema): WrongString[] {
  if (schema.type === "string") return wrongStrings(schema).filter(fits);
  if (schema.type === "boolean") return INVALID_BOOLEANS.map(labeled("not a boolean"));
  if (schema.type === "number") return INVALID_NUMBERS.map(labeled("not a number"));
  if (schema.type !== "integer") throw new Error(`no parameter is of type ${schema.type}`);
  return [
    ...INVALID_INTEGERS.map(labeled("not an integer")),
    ...outOfRange(schema).map(labeled("out of range")),
  ];
}

/** Another invalid value per call. */
export function anotherWrongParameter(schema: PlainSchema, random: Random): WrongString {
  if (schema.type === "string") {
    const generated = randomWrongString(schema, random);
    return fits(generated) ? generated : labeled("NUL")(`${randomText(5, random)}\0`);
  }
  if (schema.type === "integer" && random.below(2) === 0) {
    const { maximum = 0 } = schema;
    const value = random.pick([1, -1]) * (maximum + 1 + random.below(1e9));
    return labeled("out of range")(String(value));
  }
  return labeled("random")(`${randomText(1 + random.below(20), random)}~`);
}
