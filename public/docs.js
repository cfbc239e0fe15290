// @ts-check
/* Buttons that copy the code of a panel (components/ui/code-panel.tsx). */
const COPIED_MS = 2_000;

/** @param {HTMLElement} panel */
function addCopyButton(panel) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    const shown = [...panel.querySelectorAll("pre")].find((code) => code.offsetParent);
    await navigator.clipboard.writeText(shown?.textContent ?? "");
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), COPIED_MS);
  });
  panel.append(button);
}

// Without HTTPS, browsers have no clipboard.
const panels = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".code-panel"));
if (navigator.clipboard) for (const panel of panels) addCopyButton(panel);

export {};
