/** Endpoints that ask for no key and no token: whoever calls has still to prove something in the body. */
import { networkOf } from "../auth/limits/network.ts";
import { callerOf, countStranger } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";

/** Makes the handler of a public route from its contract and one domain call. */
export const publicEndpoint = endpointBehind(
  async (request, tell) => {
    countStranger(request, tell);
    return callerOf(request.headers);
  },
  ({ address }) => networkOf(address),
);
