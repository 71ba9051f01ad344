import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { createSession, createUser } from "../../support/factories.ts";
import { createLink } from "../../support/inbox.ts";
import { createOrganizationRows } from "../organization-rows.ts";
import { buyerPages, navigationHeaders, ownPages, pages, storePages } from "./addresses.ts";

/** Inline scripts and handlers, script links, foreign addresses, and styles that `policy` does not allow. */
function findingsIn(html: string, policy = ""): string[] {
  const tags = [...html.matchAll(/<[a-z][^>]*>/gi)].map(String);
  const inlineScripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)/gi)].filter(([, attributes = "", text = ""]) => {
    const isData = /type="application\/json"/.test(attributes);
    return !isData && (text !== "" || !/\bsrc="/.test(attributes));
  });
  const styles = [...html.matchAll(/<style[^>]*>([^<]*)/gi)].map(([, css = ""]) => css);
  const hashOf = (css: string) => `sha256-${createHash("sha256").update(css).digest("base64")}`;
  const styledParts = [
    ...tags.filter((tag) => /\sstyle\s*=/i.test(tag)),
    ...styles.filter((css) => !policy.includes(`'${hashOf(css)}'`)),
  ];
  const handlers = tags.filter((tag) => /\son[a-z]+\s*=/i.test(tag));
  // Search engines read a canonical address, and browsers do not fetch it.
  const isCanonical = (tag: string) => /^<link rel="canonical" href="[^"]*"\/?>$/i.test(tag);
  const fetchedAddresses = tags.flatMap((tag) =>
    /^<(script|link|img|iframe|source|video|audio|object|embed|use|image)\b/i.test(tag) && !isCanonical(tag)
      ? [...tag.matchAll(/\s(?:src|href|srcset|data|poster)="([^"]*)"/gi)].map((match) => match[1] ?? "")
      : [],
  );
  const foreignAddresses = fetchedAddresses.filter((address) => !/^\/(?!\/)|^data:image\/|^#/.test(address));
  const scriptLinks = tags.filter((tag) =>
    /(href|src|action|formaction)="\s*(javascript|data:text|vbscript):/i.test(tag),
  );
  return [...inlineScripts.map(String), ...styledParts, ...handlers, ...foreignAddresses, ...scriptLinks];
}

test("no page contains inline script, styles but the build's, handlers or a third-party address, but the bot check's in the props of a form", async () => {
  const customer = (await signedIn()).client;
  const rows = await createOrganizationRows();
  const buyer = createClient({ session: await createSession(rows.owner.id) });
  const ownRowPaths = [`/store/products/${rows.product_id}`, `/portal/orders/${rows.order_id}`];
  const admin = (await signedInAdmin()).client;
  const resetPath = new URL((await createLink(admin, (await createUser()).id, "verify:email-password-reset")).url)
    .pathname;
  const setUpPath = new URL((await createLink(admin, (await createUser({ state: "new" })).id, "verify:user-setup")).url)
    .pathname;
  const visits = [
    ...[...pages, "/no/such/page", resetPath, setUpPath].map((path) => visitor().fetch(path)),
    visitor().fetch("/v1/sso/authorize/crunchbox?redirect_uri=%2F%2Fevil.example", { headers: navigationHeaders }),
    ...storePages.map((path) => visitor().fetch(path)),
    ...[...buyerPages, ...ownRowPaths].map((path) => buyer.fetch(path)),
    ...ownPages.map((path) => customer.fetch(path)),
    admin.fetch("/admin"),
  ];
  for (const response of await Promise.all(visits)) {
    const html = await response.text();
    expect(response.headers.get("content-type"), response.url).toMatch(/^text\/html; charset=utf-8$/i);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy.match(/style-src [^;]*/)?.[0], response.url).toMatch(/^style-src 'self'( 'sha256-[\w+/=]{44}'){2}$/);
    expect(findingsIn(html, policy), response.url).toEqual([]);
  }
});

test("the search for inline script finds what it looks for", () => {
  const badFragments = [
    "<script>1</script>",
    '<p style="color:red">',
    "<style>p{}</style>",
    '<a onclick="x()">',
    '<img src="//evil.example/x">',
    '<link href="https://fonts.example/x">',
    '<a href="javascript:1">',
  ];
  expect(badFragments.filter((html) => findingsIn(html).length === 0)).toEqual([]);
  expect(
    findingsIn(
      '<script type="application/json">{"a":1}</script><script type="module" src="/assets/a.js"></script><a href="https://x.example">',
    ),
  ).toEqual([]);
});
