import { useEffect } from "react";

/** Opens the desktop app by itself once, straight after an interactive sign-in (O-079); later it takes a press. */
export default function Flowpoint({ app_href }: { app_href: string }) {
  useEffect(() => {
    if (!sessionStorage.getItem("signed-in-now")) return;
    sessionStorage.removeItem("signed-in-now");
    const open = () => location.assign(app_href);
    // leaving before the page has loaded would break off its loading, and the page stays while the app opens
    if (document.readyState === "complete") open();
    else addEventListener("load", () => setTimeout(open), { once: true });
  }, [app_href]);
  return (
    <a className="button" href={app_href}>
      Open Flowpoint
    </a>
  );
}
