import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { env } from "#lib/env.ts";
import { readSession, signSession } from "./session-token.ts";

const note = { cardholderId: "0d000000-0000-7000-8000-00000000000a", familyId: "a-family" };

describe("a session note", () => {
  it("comes back as it was signed", async () => {
    expect(await readSession(await signSession(note, 60))).toEqual(note);
  });

  it("is worth nothing once it has expired", async () => {
    expect(await readSession(await signSession(note, -1))).toBeNull();
  });

  it("is worth nothing when a character was changed", async () => {
    const token = await signSession(note, 60);
    const [header, payload, signature] = token.split(".");
    const other = Buffer.from(payload as string, "base64url")
      .toString()
      .replace("a-family", "b-family");
    const forged = [header, Buffer.from(other).toString("base64url"), signature].join(".");
    expect(await readSession(forged)).toBeNull();
  });

  it("is never taken without a signature", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const payload = { sub: note.cardholderId, family: note.familyId, aud: "portal-session" };
    const unsigned = `${part({ alg: "none" })}.${part({ ...payload, exp: 9_999_999_999 })}.`;
    expect(await readSession(unsigned)).toBeNull();
  });

  it("is not mistaken for another token that the same secret signed", async () => {
    const token = await new SignJWT({ family: note.familyId })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(note.cardholderId)
      .setAudience("portal-session")
      .setExpirationTime("1h")
      .sign(Buffer.from(env().authSecrets[0] as string));
    expect(await readSession(token)).toBeNull();
  });
});
