import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedIn } from "../../support/actors.ts";

const folder = join(import.meta.dirname, "../../e2e/states");
const sources = globSync("*.ts", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));

/** Whether a state of tests/e2e/states opens the page, as `pages.<name>` or by its path, with or without a query. */
const isOpened = (name: string, path: string): boolean =>
  sources.some((text) => new RegExp(`\\bpages\\.${name}\\b|["\`]${path}["\`?]`).test(text));

const pathsWithoutState: Readonly<Record<string, string>> = {
  [pages.totp]: "a state opens it by the button of the page that starts it",
  [pages.formerOrders]: "an old address, which redirects",
  [pages.formerSubscriptions]: "an old address, which redirects",
  [pages.deviceUpdatesFile]: "a file; without one it redirects to its page",
};

/** A GET of a form's address answers 404, and files have other content types. */
async function isPage(path: string, { client }: Actor): Promise<boolean> {
  const { status, headers } = await client.fetch(path);
  const type = headers.get("content-type") ?? "";
  return status === 200 ? type.startsWith("text/html") : status < 400;
}

test("a state opens every page of store and portal that has one address", async () => {
  const actor = await signedIn({ roles: ["org", "buyer", "user"] });
  const addresses = Object.entries<string>(pages).filter(
    ([, path]) => /^\/(store|portal)(\/|$)/.test(path) && !path.includes(":"),
  );
  const unopened: string[] = [];
  let count = 0;
  for (const [name, path] of addresses) {
    if (!(await isPage(path, actor))) continue;
    count += 1;
    if (!isOpened(name, path)) unopened.push(path);
  }
  expect(count).toBeGreaterThan(35);
  expect(unopened.toSorted()).toEqual(Object.keys(pathsWithoutState).toSorted());
});
