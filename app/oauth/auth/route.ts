import { oauthPage } from "#app/oauth/provider-handler.ts";

export const GET = oauthPage;
