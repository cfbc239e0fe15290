/** Endpoints without a key or token. The caller proves something in the body instead. */
import { widestNetworkOf } from "../auth/limits/network.ts";
import { callerOf, countAnonymous } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";

/** Makes a public route's handler from its contract and one domain call. */
export const publicEndpoint = endpointBehind(
  async (request, tell) => {
    await countAnonymous(request, tell);
    return callerOf(request.headers);
  },
  ({ address }) => widestNetworkOf(address),
);
