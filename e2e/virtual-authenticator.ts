/** A browser's virtual authenticator: passkeys without a person (CDP's WebAuthn domain). */
import { type CDPSession, expect, type Page } from "playwright/test";

type Credential = {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  signCount: number;
};

export type VirtualAuthenticator = {
  credentials(): Promise<Credential[]>;
  /** Replaces what it holds. */
  hold(credential: Credential): Promise<void>;
  /** Whether the person passes the PIN or fingerprint check. */
  setVerified(isUserVerified: boolean): Promise<void>;
};

/** Connects an authenticator to a page, like a built-in one whose person always agrees. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () =>
    (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    credentials,
    async hold(credential) {
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
      await session.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
    async setVerified(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}

const ADDED = /\/settings\/two-step\/codes\?note=|\?done=passkey-added/;

/** Adds a passkey through the settings. Ends at the recovery codes, or at the settings if there were codes already. */
export async function addPasskey(page: Page, password: string, name = "Key ring"): Promise<void> {
  await page.goto("/settings/two-step/passkey");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page).toHaveURL(ADDED);
}
