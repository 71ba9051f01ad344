import { expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { readWords } from "../words.ts";

test("the rail leads to the settings, which lists what can be set and how it is set now", async () => {
  const { client } = await signedInAdmin();
  const html = await (await client.fetch("/admin/settings")).text();
  expect(html).toMatch(/href="\/admin\/settings"[^>]*aria-current="page"/);
  const entries = [...html.matchAll(/<td class="name"><a href="(\/admin\/settings\/[^"]+)"/g)].map(([, href]) => href);
  expect(entries).toContain("/admin/settings/shipping-rates");
  for (const href of entries) expect([href, (await client.fetch(href ?? "")).status]).toEqual([href, 200]);
  const [{ count } = { count: 0 }] = await query<{ count: number }>("select count(*)::int from shipping_rates");
  expect(await readWords(client, "/admin/settings")).toContain(`${count} rates`);
});

test.each([["org"], ["buyer"], ["user"]] as const)("the settings are not for the role %s", async (role) => {
  const { client } = await signedIn({ roles: [...new Set([role, "user" as const])] });
  for (const path of ["/admin/settings", "/admin/settings/shipping-rates"])
    expect([path, (await client.fetch(path)).status]).toEqual([path, 404]);
});
