import { useEffect } from "react";

const pollDelayMs = { first: 2_000, most: 15_000 };

/** Polls the page with growing intervals, and reloads it once the payment has reached another step. */
export default function PaymentProgress({ step }: { step: string }) {
  useEffect(() => {
    let delay = pollDelayMs.first;
    let timer: ReturnType<typeof setTimeout>;
    let isPolling = false;
    const poll = async () => {
      isPolling = true;
      const html = await fetch(location.href).then(
        (response) => (response.ok ? response.text() : undefined),
        () => undefined,
      );
      isPolling = false;
      if (html !== undefined && !html.includes(`data-step="${step}"`)) return location.reload();
      delay = Math.min(delay * 1.5, pollDelayMs.most);
      timer = setTimeout(() => void poll(), delay);
    };
    timer = setTimeout(() => void poll(), delay);
    // the user may return from the bank's tab
    const pollNow = () => {
      if (document.visibilityState !== "visible" || isPolling) return;
      clearTimeout(timer);
      delay = pollDelayMs.first;
      void poll();
    };
    document.addEventListener("visibilitychange", pollNow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", pollNow);
    };
  }, [step]);
  return (
    <p className="waiting small" role="status">
      Waiting for the bank’s answer…
    </p>
  );
}
