/*
 * Copy and print buttons, hidden until this script runs, and countdowns in minutes. Imports nothing, because a shared
 * chunk would be one more request.
 */

const buttonSelector = "button[data-does]";
for (const button of document.querySelectorAll<HTMLElement>(buttonSelector)) button.dataset["ready"] = "";

addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>(buttonSelector) : null;
  if (button?.dataset["does"] === "print") print();
  if (button?.dataset["does"] === "copy") void copyCode(button);
});

async function copyCode(button: HTMLElement): Promise<void> {
  const code = (button.closest("figure") ?? button.parentElement)?.querySelector("code");
  const status = button.querySelector("[aria-live]");
  if (!code || !status) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    const label = (button.dataset["label"] ??= status.textContent ?? "");
    status.textContent = "Copied";
    setTimeout(() => (status.textContent = label), 2000);
  } catch {
    getSelection()?.selectAllChildren(code);
  }
}

const minuteMs = 60_000;
for (const countdown of document.querySelectorAll<HTMLElement>("time[data-left-s]")) {
  const endsAt = Date.now() + Number(countdown.dataset["leftS"]) * 1000;
  setInterval(() => {
    const minutes = Math.max(0, Math.ceil((endsAt - Date.now()) / minuteMs));
    // figure space: the width stays constant
    countdown.textContent = `${String(minutes).padStart(2, "\u2007")} min`;
  }, 5000);
}
