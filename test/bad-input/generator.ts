/**
 * Generates invalid requests of an operation, from its schema in the OpenAPI document, from rules that no
 * schema can express, and from faults that any request can have: each known fault alone, then several at
 * once and random ones.
 */
import { type Random, randomOf, SEED } from "../random.ts";
import { wrongAddresses } from "./addresses.ts";
import { wrongBodies } from "./bodies.ts";
import { combine, type Fault, type InputField } from "./faults.ts";
import { inputFieldsOf } from "./input-fields.ts";
import { rulesOf } from "./rules.ts";
import { repeatedParameters, unknownParameters } from "./unknown-parameters.ts";
import {
  type Good,
  isTooLarge,
  requestWith,
  type Tested,
  targetOf,
  type WrongRequest,
} from "./wire.ts";

/** The minimum number of requests per operation; all known faults are included. */
const MIN_REQUESTS = 500;
/** The minimum number of random ones. */
const MIN_RANDOM = 250;

/** Node reads 16 KiB of headers, including this one. */
const MAX_TARGET = 15_000;

/** Identifies a request by its bytes. */
export function signatureOf({ method, target, headers, body, chunked }: WrongRequest): string {
  const bytes = body === undefined ? "" : Buffer.from(body).toString("latin1");
  return JSON.stringify([method, target, headers, chunked ?? false, bytes]);
}

/** Anything larger is rejected for its size alone. */
const isSmall = (request: WrongRequest) =>
  request.target.length < MAX_TARGET && !isTooLarge(request);

/** Combines a fault in each of several fields, and sometimes a rule, if none touches the same input. */
function severalFaults(fields: InputField[], rules: Fault[], random: Random): Fault[] {
  const count = 2 + random.below(Math.max(1, fields.length - 1));
  const chosen = random.shuffle(fields).slice(0, count);
  const faults = rules.length > 0 && random.below(3) === 0 ? [random.pick(rules)] : [];
  for (const { known, another } of chosen) {
    const fault = another && random.below(4) === 0 ? another() : random.pick(known);
    const touched = new Set(faults.flatMap(({ touches }) => touches));
    if (fault.touches.every((name) => !touched.has(name))) faults.push(fault);
  }
  return faults;
}

/** The request with an invalid parameter, too: both are reported, unless the body isn't read. */
function withFault(good: Good, request: WrongRequest, fault: Fault): WrongRequest {
  const { expected } = request;
  return {
    ...request,
    what: `${request.what}; ${fault.what}`,
    target: targetOf(good, fault.change),
    headers: { ...request.headers, ...fault.change.headers },
    expected: "locs" in expected ? { locs: [...expected.locs, ...fault.locs] } : expected,
  };
}

/** Rules across fields, combined with each fault elsewhere: neither hides the other. */
function rulePairs(fields: InputField[], rules: Fault[]): Fault[] {
  return rules
    .filter(({ touches }) => touches.length > 1)
    .flatMap((rule) =>
      fields
        .filter(({ name }) => !rule.touches.includes(name))
        .flatMap(({ known }) => known.map((fault) => combine([rule, fault]))),
    );
}

/** Every known fault on its own; invalid bodies also with an invalid parameter. */
function knownOf(tested: Tested, random: Random) {
  const { contract, described, good } = tested;
  const fields = inputFieldsOf(described, random);
  const rules = rulesOf(contract.id, described);
  const faults = [...rules.faults, ...unknownParameters(contract)];
  const addresses = wrongAddresses(tested, random);
  const singleFaults = [...fields.flatMap(({ known }) => known), ...faults, ...rules.late];
  const bodies = wrongBodies(good, described.body?.required ?? false);
  const parameters = fields.filter(({ name }) => !name.startsWith("body.")).flatMap((p) => p.known);
  const known = [
    ...[...singleFaults, ...rulePairs(fields, faults)].map((fault) => requestWith(good, [fault])),
    ...bodies,
    ...(parameters.length > 0
      ? bodies.map((request) => withFault(good, request, random.pick(parameters)))
      : []),
    ...addresses.known,
    ...repeatedParameters(contract, good),
  ];
  return { fields, faults, addresses, known };
}

/** Distinct invalid requests, at least 500 if the operation has any input, in random order. */
export function wrongRequests(tested: Tested, seed = SEED): WrongRequest[] {
  const random = randomOf(seed, tested.contract.id);
  const { fields, faults, addresses, known } = knownOf(tested, random);
  const requests = new Map(known.map((request) => [signatureOf(request), request]));
  // No random requests without input.
  const minimum = fields.length > 0 ? Math.max(MIN_REQUESTS, requests.size + MIN_RANDOM) : 0;
  for (let attempts = 0; requests.size < minimum; attempts++) {
    if (attempts > 100 * MIN_REQUESTS) throw new Error(`${tested.contract.id}: too few requests`);
    const unknown = random.below(10) === 0 ? addresses.another() : undefined;
    const request = unknown ?? requestWith(tested.good, severalFaults(fields, faults, random));
    if (isSmall(request)) requests.set(signatureOf(request), request);
  }
  return random.shuffle([...requests.values()]);
}
