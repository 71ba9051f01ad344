let month: Intl.DateTimeFormat | undefined;

/** "20 Nov 2026"; the exact instant on hover. The server does not know the reader's zone, so it is the day in UTC. */
export function DateText({ at }: { at: string }) {
  const date = new Date(at);
  month ??= new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
  const text = `${date.getUTCDate()} ${month.format(date)} ${date.getUTCFullYear()}`;
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace("T", " ")} UTC`}>
      {text}
    </time>
  );
}
