import { expect, inject, test } from "vitest";
import { getCart } from "../../worker/contract/v1/store/cart.ts";
import { demoProducts } from "../../sandbox/seed/products/index.ts";
import { signedIn, visitor, withSession } from "../support/actors.ts";
import { query } from "../support/database.ts";
import { createClient } from "../support/client.ts";

const productPath = `/store/products/${demoProducts.find(({ is_published }) => is_published)?.id}`;
const cataloguePaths = ["/store", "/store/products", productPath];
const ownPaths = ["/store/cart", "/store/checkout", "/portal/orders", "/portal/subscriptions"];

const listCarts = (userId: string) => query("select 1 from carts where user_id = $1", [userId]);

test("looking around makes no cart; only asking for the cart itself does", async () => {
  const { client, user } = await signedIn({ roles: ["buyer", "user"] });
  for (const path of [...cataloguePaths, ...ownPaths]) {
    expect((await client.fetch(path)).status, path).toBeLessThan(400);
    expect(await listCarts(user.id), path).toEqual([]);
  }
  (await client.call(getCart)).reply();
  expect(await listCarts(user.id)).toHaveLength(1);
});

test.each(["expires_at = now() - interval '1 second'", "revoked_at = now()"])(
  "a browser whose session has ended (%s) sees the public pages as a visitor and signs in for the others",
  async (change) => {
    const { token } = await withSession(change);
    for (const path of cataloguePaths) {
      const client = createClient({ session: token });
      const response = await client.fetch(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(await response.text(), path).toContain('href="/sign-in/crunchbox"');
      expect(client.cookies.get("__Host-session"), `${path} drops the cookie`).toBeFalsy();
    }
    for (const path of ownPaths) {
      const response = await createClient({ session: token }).fetch(path);
      expect([path, response.status]).toEqual([path, 302]);
      expect(response.headers.get("location")).toMatch(/^\/sign-in\/crunchbox\?redirect_uri=/);
    }
    for (const path of ["/sign-out", "/end-impersonation", "/store/cart/add", "/store/cart/remove"]) {
      const response = await createClient({ session: token }).fetch(path, { method: "POST" });
      expect([path, response.status]).toEqual([path, 303]);
      expect(response.headers.get("location")).toMatch(/^\/sign-in\/crunchbox/);
    }
  },
);

test("the sign-in page is kept as every visitor sees it: without anybody's query, and not for who is signed in", async () => {
  const banner = "Sign in to CrunchBox to purchase CGX products";
  const fetchSignInPage = async (search: string) => (await visitor().fetch(`/sign-in/crunchbox${search}`)).text();
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await fetchSignInPage("?is_payment_redirect=true")).toContain(banner);
    expect(await fetchSignInPage("")).not.toContain(banner);
  }
  const { client } = await signedIn();
  const answer = await client.fetch("/sign-in/crunchbox");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, inject("workerVars").MAIN_WEB_URL]);
});
