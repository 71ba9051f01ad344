import { useEffect } from "react";

const pauseMs = { first: 2_000, most: 15_000 };

/** Polls for the next step of the payment with growing intervals, and reloads the page after it. */
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
      // every paid charge and every confirmation page is a step
      if (answer !== undefined && !answer.includes(`data-step="${step}"`)) return location.reload();
      pause = Math.min(pause * 1.5, pauseMs.most);
      timer = setTimeout(() => void look(), pause);
    };
    timer = setTimeout(() => void look(), pause);
    // poll at once after a return from the bank's tab
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
