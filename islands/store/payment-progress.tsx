import { useEffect } from "react";

const pauseMs = { first: 2_000, most: 15_000 };

/** Polls with growing intervals; reloads after the next step. */
export default function PaymentProgress({ step }: { step: string }) {
  useEffect(() => {
    let pause = pauseMs.first;
    let timer: ReturnType<typeof setTimeout>;
    let isLooking = false;
    const look = async () => {
      isLooking = true;
      const answer = await fetch(location.href).then(
        (response) => (response.ok ? response.text() : undefined),
        () => undefined,
      );
      isLooking = false;
      if (answer !== undefined && !answer.includes(`data-step="${step}"`)) return location.reload();
      pause = Math.min(pause * 1.5, pauseMs.most);
      timer = setTimeout(() => void look(), pause);
    };
    timer = setTimeout(() => void look(), pause);
    // the user may return from the bank's tab
    const lookNow = () => {
      if (document.visibilityState !== "visible" || isLooking) return;
      clearTimeout(timer);
      pause = pauseMs.first;
      void look();
    };
    document.addEventListener("visibilitychange", lookNow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", lookNow);
    };
  }, [step]);
  return (
    <p className="waiting small" role="status">
      Waiting for the bank’s answer…
    </p>
  );
}
