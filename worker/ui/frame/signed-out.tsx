import { pages } from "../../contract/pages.ts";
import { AccountLayout } from "./account-layout.tsx";

type SignedOutProps = {
  /** Path and query of the form. */
  path: string;
  fields: readonly (readonly [name: string, value: string])[];
  sign_in_href: string;
};

/** Carries the input of a form whose session has ended. The sign-in opens in another tab, so that the input stays. */
export const SignedOutView = ({ path, fields, sign_in_href }: SignedOutProps) => (
  <AccountLayout home={pages.home} follows_system>
    <h1>You have been signed out</h1>
    <p className="subtitle">
      Nothing was saved yet. This page has what you entered: sign in in a new tab, then come back and send it.
    </p>
    <a className="button quiet" href={sign_in_href} target="_blank" rel="noreferrer">
      Sign in in a new tab
    </a>
    <form method="post" action={path}>
      {fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button className="button">Send what I entered</button>
    </form>
  </AccountLayout>
);
