/** URLs and methods that match no operation, or can't be parsed. */
import { contracts } from "#app/openapi.json/contracts.ts";
import type { ErrorCode } from "#lib/errors.ts";
import type { Random } from "../random.ts";
import { type Good, requestOf, type Tested, targetOf, type WrongRequest } from "./wire.ts";
import { randomText, randomUuid } from "./wrong-strings.ts";

const UNPARSABLE = [
  "%",
  "%z",
  "%zz",
  "%1",
  "%ff",
  "%c3",
  "%c0%af",
  "%ed%a0%80",
  "%f4%90%80%80",
  "%%",
  "%u0041",
];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE"];
const methodsAt = (path: string) => contracts.filter((c) => c.path === path).map((c) => c.method);

/** Similar paths that don't exist. */
const neighbors = (path: string) => [
  `${path}/`,
  `${path}/?a=1`,
  `${path}/x/y/z`,
  `${path}/%00/%00/x`,
  `${path};a=1/x`,
  `${path}%2F/x`,
  path.replace("/v1/", "/v1/v1/"),
];

/** Characters that are invalid in URLs, or that parsers interpret differently. */
const unparsable = (target: string) => [
  ...UNPARSABLE.flatMap((piece) => [
    `${target}${piece}`,
    `${target}${target.includes("?") ? "&" : "?"}a=${piece}`,
  ]),
  `/${target}`,
  target.replace("/v1/", "/v1//"),
  target.replace("/v1/", "/v1\\"),
  `${target}#x`,
  target.replace("/v1/", "/v1/../v1/"),
  target.replace("/v1/", "/v1/%2e/"),
];

type Unmatched = Pick<WrongRequest, "what" | "target"> & { codes: ErrorCode[]; method?: string };

function unmatched(good: Good): Unmatched[] {
  const target = targetOf(good);
  const [path = ""] = target.split("?", 1);
  const allowed: string[] = methodsAt(good.path);
  const at = (code: ErrorCode) => (address: string) => ({
    what: `address ${address.slice(0, 80)}`,
    target: address,
    codes: [code],
  });
  return [
    ...neighbors(path).map(at("NOT_FOUND")),
    ...unparsable(target).map(at("BAD_REQUEST")),
    ...[17_000, 40_000].map((size) => at("BAD_REQUEST")(`${path}?a=${"x".repeat(size)}`)),
    ...METHODS.filter((method) => !allowed.includes(method)).map((method) => ({
      what: `method ${method}`,
      target,
      method,
      codes: ["METHOD_NOT_ALLOWED" as const],
    })),
  ];
}

/** Well-formed IDs that don't exist, for which the operation's own error is expected. */
function unknown({ contract, described, good }: Tested, random: Random): WrongRequest | undefined {
  const parameter = described.parameters.find(({ in: where }) => where === "path");
  if (!parameter) return undefined;
  const { name, schema } = parameter;
  // A valid number is never unknown.
  if ("type" in schema && schema.type === "integer") return undefined;
  const isUuid = "format" in schema && schema.format === "uuid";
  const value = isUuid ? randomUuid(random) : `~${randomText(random.below(90), random)}`;
  const request = requestOf(good, { params: { [name]: value } });
  const codes = contract.errors.filter((code) => code.endsWith("_NOT_FOUND"));
  return { ...request, what: `unknown ${name} ${value}`, expected: { codes } };
}

/** @returns known faults, and a generator of unknown IDs if the path has one */
export function wrongAddresses(tested: Tested, random: Random) {
  const request = requestOf(tested.good);
  const known = unmatched(tested.good).map(
    ({ codes, ...rest }): WrongRequest => ({ ...request, ...rest, expected: { codes } }),
  );
  return { known, another: () => unknown(tested, random) };
}
