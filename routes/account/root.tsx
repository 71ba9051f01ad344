import { page, redirectTo } from "../../worker/http/page.ts";
import { signInHref } from "./links.ts";

const toSignIn = (path: string) =>
  page({
    path,
    access: "anyone",
    load: async ({ query }) => redirectTo(signInHref(query)),
    view: () => <></>,
    head: () => ({ title: "Sign In" }),
  });

export const root = toSignIn("/");
export const signInRoot = toSignIn("/sign-in");
