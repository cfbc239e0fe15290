/** Self-signed certificates for 127.0.0.1. */
import { generate } from "selfsigned";

const HOUR_MS = 3_600_000;

/** @returns key and certificate in PEM, valid from an hour ago for a day */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const now = Date.now();
  const { private: key, cert } = await generate(
    [{ name: "commonName", value: "platform of a test" }],
    {
      keyType: "ec",
      algorithm: "sha256",
      notBeforeDate: new Date(now - HOUR_MS),
      notAfterDate: new Date(now + 24 * HOUR_MS),
      extensions: [
        { name: "basicConstraints", cA: true, critical: true },
        { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
      ],
    },
  );
  return { key, cert };
}
