import { useEffect } from "react";

/** How the page was reached; a page that comes back from the back-forward cache runs no effect again. */
function isOpened(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming | undefined)?.type === "navigate";
}

/** Opens the desktop app when the page is opened; a reload or going back waits for the button (O-079). */
export default function Flowpoint({ app_href, can_launch }: { app_href: string; can_launch: boolean }) {
  useEffect(() => {
    if (!can_launch || !isOpened()) return;
    const open = () => location.assign(app_href);
    // leaving before the page has loaded would break off its loading, and the page stays while the app opens
    if (document.readyState === "complete") open();
    else addEventListener("load", () => setTimeout(open), { once: true });
  }, [app_href, can_launch]);
  return (
    <a className="button" href={app_href}>
      Open Flowpoint
    </a>
  );
}
