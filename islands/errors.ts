/*
 * Reports uncaught errors and scripts that did not load, for signed-in users who allow tracking: at most five different
 * messages per page, without personal data.
 */
import { maskMessage, maskPath, maskStack } from "../worker/contract/people/mask-errors.ts";

const reportsMax = 5;
const sentMessages = new Set<string>();
const release = new URL(import.meta.url).searchParams.get("release");

function sendReport(type: string, error: unknown, fallback: string): void {
  const isError = error instanceof Error;
  if (isError && error.stack?.includes("-extension://")) return;
  const message = maskMessage(isError ? `${error.name}: ${error.message}` : fallback || String(error));
  if (sentMessages.size >= reportsMax || sentMessages.has(message)) return;
  sentMessages.add(message);
  const url = location.origin + maskPath(location.pathname);
  const data = { stack: maskStack((isError && error.stack) || ""), release };
  const body = JSON.stringify({ message, level: "error", event: { type, url, timestamp: new Date(), data } });
  // keepalive delivers the report even if the page is left
  fetch("/v1/application/logs", {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body,
  }).catch(() => {});
}

function report(type: string, error: unknown, fallback = ""): void {
  try {
    sendReport(type, error, fallback);
  } catch {
    // A report that fails is dropped, because reporting it would fail alike.
  }
}

function onError(event: Event): void {
  const { target } = event;
  if (target instanceof HTMLScriptElement) report("load", undefined, `Script did not load: ${target.src}`);
  else if (event instanceof ErrorEvent && event.filename.startsWith(location.origin))
    report("error", event.error, event.message);
}

// TypeScript lacks globalPrivacyControl (https://www.w3.org/TR/gpc/)
const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
if (doNotTrack !== "1" && globalPrivacyControl !== true) {
  addEventListener("error", onError, { capture: true });
  addEventListener("unhandledrejection", ({ reason }) => report("unhandledrejection", reason));
}
