import * as z from "zod/mini";
import { Markup } from "../../islands/ui/markup.tsx";
import { Notice } from "../../islands/ui/notice.tsx";
import { parseInput } from "../../worker/contract/issue-messages.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { clientIds } from "../../worker/contract/paths.ts";
import { agreeToLicense as contract } from "../../worker/contract/v1/sso/license-agreement.ts";
import { signOut as signOutContract } from "../../worker/contract/v1/sso/session.ts";
import { requireUser } from "../../worker/domain/context.ts";
import { agreeToLicense, findLicenseToAgree } from "../../worker/domain/platform/index.ts";
import { signOut } from "../../worker/domain/identity/index.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import { dropCookie } from "../../worker/http/cookies.ts";
import { formPost } from "../../worker/http/form.ts";
import { page } from "../../worker/http/page.ts";
import { Redirect } from "../../worker/http/page-spec.ts";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";
import { declinedHref, landingHref } from "./links.ts";

const params = z.object({ client_id: z.enum(clientIds) });

const licensePage = page({
  path: pages.newLicense,
  access: "session",
  params,
  async load({ ctx, viewer, params: { client_id }, url, settings }) {
    const [license, { impersonator }] = await Promise.all([findLicenseToAgree(ctx), viewer()]);
    if (!license || impersonator) throw new Redirect(landingHref(client_id, url.searchParams, settings.main_web_url));
    return license;
  },
  head: () => ({ title: "New license agreement · CrunchBox", no_store: true }),
  view: ({ version, html }, { params: { client_id }, url, flash }) => (
    <AccountLayout home={url.pathname + url.search} is_wide>
      <h1>New license agreement</h1>
      {flash?.message && <Notice tone="danger">{flash.message}</Notice>}
      <p className="subtitle">The license agreement has changed. Read it, then choose whether you agree.</p>
      <section aria-label="License agreement">
        <Markup html={html} />
      </section>
      <form method="post" action={hrefOf(pages.newLicense, { client_id }) + url.search}>
        <input type="hidden" name="agreement_version" value={version} />
        <button className="button">Agree</button>
      </form>
      <form method="post" action={hrefOf(pages.declineLicense, { client_id }) + url.search}>
        <button className="button quiet">Disagree and sign out</button>
      </form>
    </AccountLayout>
  ),
});

function readClientAndQuery(c: AppContext) {
  const { data } = parseInput(params, c.req.param());
  return { client_id: data?.client_id ?? clientIds[0], query: new URL(c.req.url).searchParams };
}

const { access, not_impersonated, body } = contract;

const agreeForm = formPost({ access, not_impersonated, params, body } as const, {
  path: pages.newLicense,
  page: licensePage,
  send: (ctx, input) => agreeToLicense(ctx, input.body),
  back(_done, c) {
    const { client_id, query } = readClientAndQuery(c);
    return landingHref(client_id, query, c.get("ctx").settings.MAIN_WEB_URL);
  },
  refusal: ({ message }) => ({ message: `${message}.` }),
});

const declineForm = formPost({ access: signOutContract.access, params } as const, {
  path: pages.declineLicense,
  async send(ctx, _input, c) {
    await signOut(ctx, requireUser(ctx).session_id);
    dropCookie(c, "session");
  },
  back(_done, c) {
    const { client_id, query } = readClientAndQuery(c);
    return declinedHref(client_id, query);
  },
});

export const newLicense = [licensePage, agreeForm, declineForm];
