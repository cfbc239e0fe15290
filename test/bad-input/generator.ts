/**
 * Makes wrong requests of an operation: from its contract as the OpenAPI document tells it, from the
 * rules that no schema can say, and from what is wrong with any request: each known fault by itself, then
 * several at once and new ones, by chance.
 */
import { MAX_BODY_BYTES } from "#lib/http/request.ts";
import { type Random, randomOf, SEED } from "../random.ts";
import { wrongAddresses } from "./addresses.ts";
import { wrongBodies } from "./bodies.ts";
import { combine, type Fault, type InputField } from "./faults.ts";
import { inputFieldsOf } from "./input-fields.ts";
import { rulesOf } from "./rules.ts";
import { type Good, requestWith, type Tested, targetOf, type WrongRequest } from "./wire.ts";

/** So many at least; where more is known, all of that. */
const AT_LEAST = 500;
/** So many of them, at least, are of chance. */
const BY_CHANCE = 250;

/** Node reads 16 KiB of headers, this among them. */
const MAX_TARGET = 15_000;

/** What a request is on the wire: two with the same are one. */
export function signatureOf({ method, target, headers, body, chunked }: WrongRequest): string {
  const bytes = body === undefined ? "" : Buffer.from(body).toString("latin1");
  return JSON.stringify([method, target, headers, chunked ?? false, bytes]);
}

/** What is larger is refused for that alone. */
const isSmall = ({ target, body = "" }: WrongRequest) =>
  target.length < MAX_TARGET && Buffer.byteLength(body) <= MAX_BODY_BYTES;

/** One fault at each of several places (where there are several); rules too, as long as they touch nothing twice. */
function severalFaults(places: InputField[], rules: Fault[], random: Random): Fault[] {
  const count = 2 + random.below(Math.max(1, places.length - 1));
  const chosen = random.shuffle(places).slice(0, count);
  const faults = rules.length > 0 && random.below(3) === 0 ? [random.pick(rules)] : [];
  for (const { known, another } of chosen) {
    const fault = another && random.below(4) === 0 ? another() : random.pick(known);
    const touched = new Set(faults.flatMap(({ touches }) => touches));
    if (fault.touches.every((name) => !touched.has(name))) faults.push(fault);
  }
  return faults;
}

/** The same with an invalid parameter, too: both are reported, unless the body is not read. */
function withFault(good: Good, request: WrongRequest, fault: Fault): WrongRequest {
  const { expected } = request;
  return {
    ...request,
    what: `${request.what}; ${fault.what}`,
    target: targetOf(good, fault.change),
    expected: "locs" in expected ? { locs: [...expected.locs, ...fault.locs] } : expected,
  };
}

/** Rules about several fields, beside each thing that can be wrong with another: none hides the other. */
function crossings(places: InputField[], rules: Fault[]): Fault[] {
  return rules
    .filter(({ touches }) => touches.length > 1)
    .flatMap((rule) =>
      places
        .filter(({ name }) => !rule.touches.includes(name))
        .flatMap(({ known }) => known.map((fault) => combine([rule, fault]))),
    );
}

/** Everything known to be wrong, each by itself; bodies also beside a wrong parameter. */
function knownOf(tested: Tested, random: Random) {
  const { contract, described, good } = tested;
  const places = inputFieldsOf(described, random);
  const { faults, late } = rulesOf(contract.id, described);
  const addresses = wrongAddresses(tested, random);
  const listed = [...places.flatMap(({ known }) => known), ...faults, ...late];
  const bodies = wrongBodies(good, described.body?.required ?? false);
  const parameters = places.filter(({ name }) => !name.startsWith("body.")).flatMap((p) => p.known);
  const known = [
    ...[...listed, ...crossings(places, faults)].map((fault) => requestWith(good, [fault])),
    ...bodies,
    ...(parameters.length > 0
      ? bodies.map((request) => withFault(good, request, random.pick(parameters)))
      : []),
    ...addresses.known,
  ];
  return { places, faults, addresses, known };
}

/** Distinct wrong requests, at least 500 of them where there is any input, in the order of chance. */
export function wrongRequests(tested: Tested, seed = SEED): WrongRequest[] {
  const random = randomOf(seed, tested.contract.id);
  const { places, faults, addresses, known } = knownOf(tested, random);
  const found = new Map(known.map((request) => [signatureOf(request), request]));
  // Nothing of chance where nothing is asked for.
  const enough = places.length > 0 ? Math.max(AT_LEAST, found.size + BY_CHANCE) : 0;
  for (let tries = 0; found.size < enough; tries++) {
    if (tries > 100 * AT_LEAST) throw new Error(`${tested.contract.id}: no more can be thought of`);
    const unknown = random.below(10) === 0 ? addresses.another() : undefined;
    const request = unknown ?? requestWith(tested.good, severalFaults(places, faults, random));
    if (isSmall(request)) found.set(signatureOf(request), request);
  }
  return random.shuffle([...found.values()]);
}
