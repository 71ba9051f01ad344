import { describe, expect, test } from "vitest";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { parseAttribute } from "../../support/page-links.ts";

type Link = readonly [label: string, path: string];

const linksIn = (html: string): Link[] =>
  [...html.matchAll(/(<a [^>]*>)([^<]+)/g)].map(([, tag = "", label = ""]) => [
    label,
    // the console may be on a host of its own
    new URL(parseAttribute(tag, "href") ?? "", "http://shop.test").pathname,
  ]);

async function fetchMenu(client: Client): Promise<Link[]> {
  const html = await (await client.fetch("/portal/profile")).text();
  const menus = [...html.matchAll(/<nav[^>]* aria-label="(?:Areas|Your organization|Yours|Settings)".*?<\/nav>/gs)];
  return linksIn(menus.map(([menu]) => menu).join(" "));
}

async function searchPages(client: Client, text: string): Promise<string[]> {
  const html = await (await client.fetch(`/portal/search?${new URLSearchParams({ search: text })}`)).text();
  const [, pages = ""] = /<h2>Pages<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
  return linksIn(pages).map(([, path]) => path);
}

const viewers = [
  ["a user", () => signedIn()],
  ["a buyer", () => signedIn({ roles: ["buyer", "user"] })],
  ["a manager", () => signedIn({ roles: ["org", "user"] })],
  ["an administrator", () => signedInAdmin()],
  ["an administrator who acts as a manager", () => impersonating()],
] as const;

describe("search finds the pages of the portal", () => {
  test.each(viewers)("by every label of the menu and the settings of %s", async (_, createActor) => {
    const { client } = await createActor();
    const menu = await fetchMenu(client);
    expect(menu.map(([label]) => label)).toEqual(expect.arrayContaining(["Home", "Activity", "Settings", "Addresses"]));
    const missingLinks: Link[] = [];
    for (const [label, path] of menu)
      if (!(await searchPages(client, label)).includes(path)) missingLinks.push([label, path]);
    expect(missingLinks).toEqual([]);
  });

  test.each([viewers[0], viewers[4]])(
    "but none that the menus of a manager have and those of %s lack",
    async (_, createActor) => {
      const { client } = await createActor();
      const ownPaths = (await fetchMenu(client)).map(([, path]) => path);
      const otherLinks = (await fetchMenu((await signedIn({ roles: ["org", "buyer", "user"] })).client)).filter(
        ([, path]) => !ownPaths.includes(path),
      );
      expect(otherLinks.length).toBeGreaterThan(1);
      const foundLinks: Link[] = [];
      for (const [label, path] of otherLinks)
        if ((await searchPages(client, label)).includes(path)) foundLinks.push([label, path]);
      expect(foundLinks).toEqual([]);
    },
  );

  test("those that no menu has are found too", async () => {
    const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
    for (const [text, path] of [
      ["device updates", "/portal/devices/updates"],
      ["import names", "/portal/devices/import"],
      ["text messages", "/portal/phone"],
      ["security events", "/portal/sessions/events"],
    ] as const)
      expect(await searchPages(client, text), text).toContain(path);
    const member = (await signedIn()).client;
    expect(await searchPages(member, "import names")).toEqual([]);
  });

  test.each(viewers)("only such as open for %s", async (_, createActor) => {
    const { client } = await createActor();
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const paths = new Set((await Promise.all(letters.map((letter) => searchPages(client, letter)))).flat());
    expect(paths.size).toBeGreaterThan(10);
    const closedPaths: string[] = [];
    for (const path of paths) if ((await client.fetch(path)).status !== 200) closedPaths.push(path);
    expect(closedPaths).toEqual([]);
  });
});
