/** A passkey authenticator in software: it signs whatever a test wants, unlike a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
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

  /** Creates the passkey. @param attestation an attestation to send although none was asked for */
  create(
    options: object,
    changes: Partial<Claims> = {},
    attestation: { fmt: string; attStmt: Map<string, unknown> } = {
      fmt: "none",
      attStmt: new Map(),
    },
  ): string {
    const asked = options as Options;
    const claims = { ...this.claims(asked, changes), type: changes.type ?? "webauthn.create" };
    this.userHandle = asked.user?.id;
    const authData = new Uint8Array(this.data(claims, this.attestedCredential()));
    const content = new Map<string, unknown>(Object.entries({ ...attestation, authData }));
    return this.response({
      clientDataJSON: encode(this.clientData(claims)),
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
