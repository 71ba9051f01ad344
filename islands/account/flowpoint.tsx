import { useEffect } from "react";

/** False after a reload or going back. A page from the back-forward cache runs no effects, so it needs no check. */
function isFreshNavigation(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming | undefined)?.type === "navigate";
}

/** After a reload or going back, only the button opens the desktop app (O-079). */
export default function Flowpoint({ app_href, can_launch }: { app_href: string; can_launch: boolean }) {
  useEffect(() => {
    if (!can_launch || !isFreshNavigation()) return;
    const open = () => location.assign(app_href);
    // navigating earlier would cancel the page load, and the page stays open beside the app
    if (document.readyState === "complete") open();
    else addEventListener("load", () => setTimeout(open), { once: true });
  }, [app_href, can_launch]);
  return (
    <a className="button" href={app_href}>
      Open Flowpoint
    </a>
  );
}
