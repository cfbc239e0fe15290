import { oauthEndpoint } from "#app/oauth/provider-handler.ts";

export const policy = { server: "api", limit: "bank-key" };

export const POST = oauthEndpoint;
