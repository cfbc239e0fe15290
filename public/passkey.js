// @ts-check
/* Passkey buttons (components/portal/passkey-button.tsx): asks the browser, then submits the form with its response. */

/** Challenges expire. Leaves time for the person to answer. */
const FRESH_MS = 2 * 60 * 1_000;

/** By the name of the browser's error. Without passkeys, it has no `PublicKeyCredential`. @type {Record<string, string>} */
const PROBLEMS = {
  ReferenceError: "This browser doesn’t support passkeys. Update it, or use another one.",
  NotAllowedError: "You canceled, or it timed out. Try again.",
  AbortError: "You canceled, or it timed out. Try again.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys don’t work at this address. Open this site at its usual one.",
  NotSupportedError: "Passkeys don’t work on this device. Try another one.",
  ConstraintError:
    "This device can’t create a passkey, because it has no screen lock. Set one, or use another device.",
};

/** @param {string} text in base64url */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");

/** Credentials to allow or exclude. An empty list would allow none. @param {any[]} [list] */
const descriptors = (list) =>
  list?.length ? list.map((one) => ({ ...one, id: bytesOf(one.id) })) : undefined;

/** WebAuthn's JSON as all browsers take it: their own conversion is newer than passkeys. @param {any} json */
const fromJson = (json) => ({
  ...json,
  challenge: bytesOf(json.challenge),
  user: json.user && { ...json.user, id: bytesOf(json.user.id) },
  allowCredentials: descriptors(json.allowCredentials),
  excludeCredentials: descriptors(json.excludeCredentials),
});

const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/** What the server reads of a response (lib/auth/passkeys.ts). @param {any} credential */
function toJson({ id, rawId, type, response }) {
  const parts = PARTS.filter((name) => response[name]).map((name) => [name, base64url(response[name])]);
  const transports = response.getTransports?.();
  return { id, rawId: base64url(rawId), type, response: { ...Object.fromEntries(parts), transports } };
}

/** The prompt in a page; null if it has none, such as after signing out. @param {ParentNode} page */
function promptIn(page) {
  const element = /** @type {HTMLElement | null} */ (page.querySelector("[data-passkey]"));
  return element && JSON.parse(element.dataset.passkey ?? "null");
}

/** The prompt of this page as it is now. */
async function fetchPrompt() {
  const response = await fetch(location.href);
  return promptIn(new DOMParser().parseFromString(await response.text(), "text/html"));
}

let isAsking = false;

/** @param {any} place a button's surroundings, with its form's fields */
async function ask(place) {
  if (isAsking) return;
  isAsking = true;
  const alert = place.querySelector("[role=alert]");
  alert.textContent = "";
  try {
    const current = performance.now() < FRESH_MS ? promptIn(document) : await fetchPrompt();
    if (!current) return location.reload();
    const method = /** @type {"create" | "get"} */ (PublicKeyCredential && place.dataset.kind);
    const answer = await navigator.credentials[method]({ publicKey: fromJson(current.options) });
    place.querySelector("[name=challenge]").value = current.challenge;
    place.querySelector("[name=response]").value = JSON.stringify(toJson(answer));
    place.closest("form").requestSubmit();
  } catch (error) {
    const problem = PROBLEMS[/** @type {Error} */ (error).name];
    alert.textContent = problem ?? "Your browser couldn’t use a passkey. Try again.";
  } finally {
    isAsking = false;
  }
}

for (const place of document.querySelectorAll("[data-passkey]")) {
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("button"));
  button.addEventListener("click", (event) => {
    event.preventDefault();
    void ask(place);
  });
  button.disabled = false;
  if (place.matches("[data-starts-itself]")) button.click();
}
