/** Linking with consent on a process that is killed between approval and code, and between code and redemption. */
import * as openid from "openid-client";
import { expect, it } from "vitest";
import { recordSecrets } from "../logs.ts";
import { Visitor } from "./consent-visitor.ts";
import { app } from "./killed-service.ts";
import { linkStatus, type RequestedLink, redeem, requestLink } from "./linking.ts";

const signingKeys = async () =>
  ((await (await fetch(`${app.base}/oauth/jwks`)).json()) as { keys: { kid: string }[] }).keys.map(
    ({ kid }) => kid,
  );

let issued: { link: RequestedLink; back: URL };
let approved: { link: RequestedLink; visitor: Visitor; path: string };
let keysBefore: string[];
let rotated: { kid: string };

/** The states at the kill: a code before its redemption, an approval before its code, and a new signing key. */
export async function beginLinking(): Promise<void> {
  const first = await requestLink(app);
  issued = { link: first, back: await new Visitor(app).approve(first.url, app.demonstration) };
  recordSecrets([issued.back.searchParams.get("code") ?? undefined]);
  expect(await linkStatus(app, first.id)).toBe("pending_oauth");
  const link = await requestLink(app);
  const visitor = new Visitor(app);
  approved = { link, visitor, path: await visitor.decide(link.url, app.demonstration) };
  keysBefore = await signingKeys();
  rotated = await app.admin("signing-key", "rotate");
}

/** After the kill. */
export function linkingTests(): void {
  it("redeems a code issued before the kill, once", async () => {
    const { link, back } = issued;
    const { client, tokens } = await redeem(app, link, back);
    expect(tokens.claims()?.sub).toBe(link.id);
    expect(await linkStatus(app, link.id)).toBe("active");
    const info = await openid.fetchUserInfo(client, tokens.access_token, link.id);
    expect(info).toEqual({ sub: link.id });

    await expect(redeem(app, link, back)).rejects.toMatchObject({ error: "invalid_grant" });
    expect(await linkStatus(app, link.id)).toBe("active");
    const { body } = await app.api("GET", "/v1/events?type=account.linked");
    const linked = body.data.filter(
      (event: { data: { service_user_id: string } }) => event.data.service_user_id === link.id,
    );
    expect(linked).toHaveLength(1);
  });

  it("between the approval and the code, loses neither, and uses a signing key rotated in the meantime", async () => {
    const { link, visitor, path } = approved;
    // The consent page leads there, too, if the form's response was lost.
    const back = await visitor.goBack(path.replace(/\/back$/, ""));
    expect(back.searchParams.get("code")).toMatch(/^oac_/);
    expect(keysBefore).not.toContain(rotated.kid);
    // A running process notices within a minute; a new one, immediately.
    expect(await signingKeys()).toEqual([...keysBefore, rotated.kid]);
    // The same code, or its replacement if the code has expired since.
    await redeem(app, link, await visitor.goBack(path));
    expect(await linkStatus(app, link.id)).toBe("active");
  });

  it("an access token works at userinfo only", async () => {
    const link = await requestLink(app);
    const back = await new Visitor(app).approve(link.url, app.demonstration);
    const { tokens } = await redeem(app, link, back);
    for (const token of [tokens.access_token, tokens.id_token]) {
      const headers = { Authorization: `Bearer ${token}` };
      const portal = await fetch(`${app.base}/v1/portal/me`, { headers });
      expect(portal.status).toBe(401);
      const bank = await fetch(`${app.base}/v1/schools`, {
        headers: { "X-Service-API-Key": String(token) },
      });
      expect(bank.status).toBe(401);
    }
    const asUserinfo = await fetch(`${app.base}/oauth/userinfo`, {
      headers: { Authorization: `Bearer ${tokens.id_token}` },
    });
    expect(asUserinfo.status).toBe(401);
  });
}
