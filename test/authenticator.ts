/** A passkey authenticator in software: it signs whatever a test wants, unlike a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { generate } from "selfsigned";
import { env } from "#lib/env.ts";

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };

/** What a response claims. The defaults are those of an honest browser on our site. */
type Claims = {
  challenge: string;
  type: string;
  origin: string;
  rpId: string;
  /** Whether the person was present, and verified with a PIN or fingerprint. */
  isPresent: boolean;
  isVerified: boolean;
  isSynced: boolean;
  crossOrigin: boolean;
  userHandle: string | undefined;
};

type Attestation = { fmt: string; attStmt: Map<string, unknown> };

/** An attestation by an authenticator's maker, with a certificate. */
export async function makerAttestation(): Promise<(signed: Buffer) => Attestation> {
  const subject = { C: "US", O: "Maker", OU: "Authenticator Attestation", CN: "Key" };
  const { private: key, cert } = await generate(
    Object.entries(subject).map(([shortName, value]) => ({ shortName, value })),
    { keyType: "ec", algorithm: "sha256", extensions: [{ name: "basicConstraints", cA: false }] },
  );
  const certificate = new Uint8Array(new X509Certificate(cert).raw);
  return (signed) => {
    const sig = new Uint8Array(sign("sha256", signed, key));
    const attStmt = new Map<string, unknown>(Object.entries({ alg: -7, sig, x5c: [certificate] }));
    return { fmt: "packed", attStmt };
  };
}

const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

export class Authenticator {
  readonly credentialId = randomBytes(16);
  counter: number;
  userHandle: string | undefined;
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  /** @param counter of its first signature; 0 for one that never counts */
  constructor(counter = 0) {
    this.counter = counter;
  }

  /** Copied by a thief, with the same keys and counter. */
  clone(): Authenticator {
    return Object.assign(Object.create(Authenticator.prototype), this);
  }

  private claims(options: Options, changes: Partial<Claims>): Claims {
    const { origin, hostname } = new URL(env().publicBaseUrl);
    return {
      challenge: options.challenge,
      type: "",
      origin,
      rpId: options.rp?.id ?? options.rpId ?? hostname,
      isPresent: true,
      isVerified: true,
      isSynced: false,
      crossOrigin: false,
      userHandle: this.userHandle,
      ...changes,
    };
  }

  private data({ rpId, isPresent, isVerified, isSynced }: Claims, attested?: Buffer): Buffer {
    const flags =
      (isPresent ? 0x01 : 0) |
      (isVerified ? 0x04 : 0) |
      (isSynced ? 0x18 : 0) |
      (attested ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, attested ?? Buffer.alloc(0)]);
  }

  private attestedCredential(): Buffer {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const aaguid = Buffer.alloc(16);
    return Buffer.concat([aaguid, length, this.credentialId, isoCBOR.encode(key)]);
  }

  private clientData({ type, challenge, origin, crossOrigin }: Claims): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin });
  }

  private response(response: object): string {
    const id = encode(this.credentialId);
    const rest = { type: "public-key", clientExtensionResults: {} };
    return JSON.stringify({ id, rawId: id, response, ...rest });
  }

  /** Creates the passkey. @param attest adds an attestation, although none was asked for */
  create(
    options: object,
    changes: Partial<Claims> = {},
    attest: (signed: Buffer) => Attestation = () => ({ fmt: "none", attStmt: new Map() }),
  ): string {
    const asked = options as Options;
    const claims = { ...this.claims(asked, changes), type: changes.type ?? "webauthn.create" };
    this.userHandle = asked.user?.id;
    const authData = new Uint8Array(this.data(claims, this.attestedCredential()));
    const clientData = this.clientData(claims);
    const attestation = attest(Buffer.concat([authData, sha256(clientData)]));
    const content = new Map<string, unknown>(Object.entries({ ...attestation, authData }));
    return this.response({
      clientDataJSON: encode(clientData),
      attestationObject: encode(isoCBOR.encode(content as never)),
      transports: ["internal", "unknown-transport"],
    });
  }

  /** Uses the passkey. */
  get(options: object, changes: Partial<Claims> = {}): string {
    const claims = { ...this.claims(options as Options, changes) };
    claims.type = changes.type ?? "webauthn.get";
    if (this.counter > 0) this.counter++;
    const [clientData, data] = [this.clientData(claims), this.data(claims)];
    const signed = Buffer.concat([data, sha256(clientData)]);
    return this.response({
      clientDataJSON: encode(clientData),
      authenticatorData: encode(data),
      signature: encode(sign("sha256", signed, this.keys.privateKey)),
      userHandle: claims.userHandle,
    });
  }
}
