import type { ReactNode } from "react";
import { useStylesheet } from "../island.tsx";
import { Logo } from "./logo.tsx";

type AccountLayoutProps = {
  /** Where the logo leads. */
  home: string;
  /** Not one of the account screens, which are specified white: dark where the system is. */
  follows_system?: true;
  /** For long texts; forms stay narrow. */
  is_wide?: boolean;
  header?: ReactNode;
  children: ReactNode;
};

/** The cover image and, at its left, one narrow column; plain white below 1200 px. */
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
      </div>
    </div>
  );
}

/** Says why a form cannot be sent, to the few whose browser runs no script. */
export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="notice info">
        {what} needs JavaScript. Please turn it on in your browser and load this page again.
      </p>
    </noscript>
  );
}
