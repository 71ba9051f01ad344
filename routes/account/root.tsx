import { page, redirectTo } from "../../worker/http/page.ts";
import { signInHref } from "./links.ts";
import { pages } from "../../worker/contract/pages.ts";

const toSignIn = (path: string) =>
  page({
    path,
    access: "anyone",
    load: async ({ query }) => redirectTo(signInHref(query)),
    view: () => <></>,
    head: () => ({ title: "Sign In" }),
  });

export const root = toSignIn(pages.home);
export const signInRoot = toSignIn(pages.signInHome);
