/** Endpoints without a key or token. Any credential is in the body. */
import { widestNetworkOf } from "../auth/limits/network.ts";
import { callerOf, countAnonymous } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";

/** Creates a public route's handler from its contract and one domain call. */
export const publicEndpoint = endpointBehind(
  async (request, onAdmission) => {
    await countAnonymous(request, onAdmission);
    return callerOf(request.headers);
  },
  ({ address }) => widestNetworkOf(address),
);
