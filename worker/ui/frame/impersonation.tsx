import { pages } from "../../contract/pages.ts";
import { ButtonScript } from "../island.tsx";
import type { LayoutViewer } from "./layout-data.ts";

export function ImpersonationBanner({ viewer }: { viewer: LayoutViewer }) {
  if (!viewer.impersonator) return null;
  const { first_name, last_name, reason, expires_at } = viewer.impersonator;
  return (
    <form className="impersonation" method="post" action={pages.endImpersonation} aria-label="Impersonation">
      <p>
        {`${first_name} ${last_name}, you are acting as ${viewer.first_name} ${viewer.last_name} of ${viewer.organization.name}`}{" "}
        for <RemainingTime until={expires_at} />
        {reason ? `: ${reason}` : "."}
      </p>
      <button className="button quiet">End impersonation</button>
    </form>
  );
}

const minuteS = 60;
/** Padded with a figure space, so that the width stays constant. */
const minutesText = (leftS: number): string => `${String(Math.ceil(leftS / minuteS)).padStart(2, "\u2007")} min`;
const secondsUntil = (at: string): number => Math.max(0, Math.round((Date.parse(at) - Date.now()) / 1000));

function RemainingTime({ until }: { until: string }) {
  const leftS = secondsUntil(until);
  return (
    <>
      <ButtonScript />
      <time dateTime={until} data-left-s={leftS}>
        {minutesText(leftS)}
      </time>
    </>
  );
}
