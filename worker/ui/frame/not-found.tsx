import { AccountLayout } from "./account-layout.tsx";
import { pages } from "../../contract/pages.ts";

/** Every path that leads nowhere, and every link whose parts cannot be right (O-075). */
export function NotFoundView({ main_web_url }: { main_web_url: string }) {
  return (
    <AccountLayout home={pages.home}>
      <h1>Page not found</h1>
      <p className="subtitle">The address may be mistyped, or the page may have moved.</p>
      <a className="button" href={main_web_url}>
        Go to home
      </a>
    </AccountLayout>
  );
}
