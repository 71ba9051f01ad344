import { useEffect } from "react";

const pauseMs = { first: 2_000, most: 15_000 };

/** Asks the server whether the payment is decided, ever more slowly, and shows the page anew once it is. */
export default function PaymentProgress() {
  useEffect(() => {
    let pause = pauseMs.first;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const answer = await fetch(location.href).then(
        (response) => (response.ok ? response.text() : undefined),
        () => undefined,
      );
      if (answer !== undefined && !answer.includes('data-state="pending"')) return location.reload();
      pause = Math.min(pause * 1.5, pauseMs.most);
      timer = setTimeout(() => void look(), pause);
    };
    timer = setTimeout(() => void look(), pause);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="waiting" role="status">
      Waiting for the bank’s answer…
    </p>
  );
}
