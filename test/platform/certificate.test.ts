import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { expect, it } from "vitest";
import { REPEAT } from "../random.ts";
import { makeCertificate } from "./certificate.ts";

it("every certificate loads, is self-signed, and is valid for this machine", async () => {
  for (let n = 0; n < 30 * REPEAT; n++) {
    const { key, cert } = await makeCertificate();
    expect(() => createSecureContext({ key, cert, ca: cert }), cert + key).not.toThrow();
    const read = new X509Certificate(cert);
    expect(read.ca && read.verify(read.publicKey), cert).toBe(true);
    expect(read.checkIP("127.0.0.1"), cert).toBe("127.0.0.1");
  }
});
