import type { ReactNode } from "react";
import { hrefOf, pages } from "../../contract/pages.ts";
import { useStylesheet } from "../island.tsx";
import { Logo } from "./logo.tsx";

type AccountLayoutProps = {
  home: string;
  /** Supports dark mode; the account screens are specified as white. */
  follows_system?: true;
  is_wide?: boolean;
  header?: ReactNode;
  children: ReactNode;
};

export function AccountLayout({ home, follows_system, is_wide, header, children }: AccountLayoutProps) {
  useStylesheet("account");
  return (
    <div className={follows_system ? "account by-system" : "account"}>
      <div className={is_wide ? "column wide" : "column"}>
        <header>
          <Logo href={home} />
          {header}
        </header>
        <main>{children}</main>
        <footer>
          <a href={hrefOf(pages.legalText, { kind: "privacy" })}>Privacy</a>
          <a href={hrefOf(pages.legalText, { kind: "imprint" })}>Imprint</a>
          <a href={pages.status}>Status</a>
          <a href={pages.accessibility}>Accessibility</a>
        </footer>
      </div>
    </div>
  );
}

export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="notice info">
        {what} needs JavaScript. Please turn it on in your browser and load this page again.
      </p>
    </noscript>
  );
}
