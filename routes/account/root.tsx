import { page } from "../../worker/http/page.ts";
import { Redirect } from "../../worker/http/page-spec.ts";
import { signInHref } from "./links.ts";
import { pages } from "../../worker/contract/pages.ts";

const signInRedirect = (path: string) =>
  page({
    path,
    access: "public",
    async load({ url }) {
      throw new Redirect(signInHref(url.searchParams));
    },
    view: () => <></>,
    head: () => ({ title: "Sign In" }),
  });

export const root = signInRedirect(pages.home);
export const signInRoot = signInRedirect(pages.signInHome);
