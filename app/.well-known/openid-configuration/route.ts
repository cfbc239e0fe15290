import { oauthEndpoint } from "#app/oauth/provider-handler.ts";

export const policy = { server: "api" };

export const GET = oauthEndpoint;
