/** A certificate for 127.0.0.1 that its own key has signed, made for one test: nothing here makes one. */
import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const utcTime = (at: Date) => {
  const [day = "", time = ""] = at.toISOString().slice(2, 19).replaceAll(/[-:]/g, "").split("T");
  return text(0x17, `${day}${time}Z`);
};

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const COMMON_NAME = "550403";
const BASIC_CONSTRAINTS = "551d13";
const SUBJECT_ALT_NAME = "551d11";
const TRUE = der(0x01, Buffer.from([0xff]));

/** @returns key and certificate in PEM, valid from an hour ago for a day */
export function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), text(0x0c, "platform of a test"))));
  const now = Date.now();
  const hour = 3_600_000;
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), TRUE, der(0x04, sequence(TRUE))),
    sequence(oid(SUBJECT_ALT_NAME), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))),
  );
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(new Date(now - hour)), utcTime(new Date(now + 24 * hour))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toSign, privateKey));
  const base64 = sequence(toSign, ECDSA_WITH_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
  };
}
