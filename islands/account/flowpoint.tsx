import { useEffect } from "react";

/** Opens the desktop app by itself once, straight after an interactive sign-in (O-079); later it takes a press. */
export default function Flowpoint({ app_href }: { app_href: string }) {
  useEffect(() => {
    if (!sessionStorage.getItem("signed-in-now")) return;
    sessionStorage.removeItem("signed-in-now");
    location.assign(app_href);
  }, []);
  return (
    <a className="button" href={app_href}>
      Open Flowpoint
    </a>
  );
}
