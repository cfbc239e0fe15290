import { oauthEndpoint } from "#app/oauth/provider-handler.ts";

export const POST = oauthEndpoint;
