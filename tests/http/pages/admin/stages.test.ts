import { expect, test } from "vitest";
import { getDownload } from "../../../../worker/contract/v1/client/downloads.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { postForm } from "../../../support/forms.ts";
import {
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createVersion,
} from "../../../support/software/rows.ts";
import { readWords } from "../words.ts";

const { client } = await signedInAdmin();
const post = (path: string, fields: Record<string, string>) => postForm(client, path, fields);
const valueOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

test("a version is rolled out to an organization after its page said who gets it, then withdrawn", async () => {
  const product = await createSoftwareProduct();
  const plugin = await createSoftware({ product_id: product.id });
  const oldVersion = await createVersion(plugin, { version: "1.4.2" });
  const draft = await createVersion(plugin, { version: "1.5.0", published: null, notes: "" });
  const [buyer, other] = [await signedIn(), await signedIn()];
  for (const { user } of [buyer, other]) await createProductOrder(user, product.id, "paid");
  const path = `/admin/software/versions/${draft.id}`;
  expect(await readWords(client, `${path}/stage?stage=organizations`)).toContain("Choose at least one organization.");
  expect(await readWords(client, `${path}/stage?stage=percentage&percent=0`)).toContain(
    "Enter a percentage from 1 to 100.",
  );
  const choicePath = `${path}/stage?stage=organizations&org_ids=${buyer.user.org_id}`;
  const html = await (await client.fetch(choicePath)).text();
  expect(html).toContain("Offer 1.5.0 to 1 organization, notify 1 person");
  const fields = { stage: "organizations", org_ids: buyer.user.org_id, check: valueOf(html, "check"), notes: "Faster" };
  expect((await post(choicePath, fields)).status).toBe(303);
  const text = await readWords(client, path);
  for (const part of [
    "Rolling out since",
    "Who gets it so far Beta testers All who may have it Organizations Org",
    "Roll out in stages",
  ])
    expect(text).toContain(part);
  // The form's `check` was made before this rollout and is outdated now, so the second click is refused.
  const retryAnswer = await post(choicePath, fields);
  expect([retryAnswer.status, await retryAnswer.text()]).toEqual([
    422,
    expect.stringContaining("so nothing was rolled out"),
  ]);
  const portal = `/portal/downloads/of/${plugin.name}`;
  expect(await readWords(buyer.client, portal)).toContain("your organization is among the first to get it");
  expect(await readWords(other.client, portal)).not.toContain("1.5.0");

  expect(await readWords(client, `/admin/audit?subject_id=${draft.id}`)).toMatch(
    new RegExp(`rolled out .* 1\\.5\\.0 to 1 organization `),
  );

  const { url } = (await buyer.client.call(getDownload, { params: { object_id: draft.id } })).reply();
  await (await fetch(url)).arrayBuffer();
  const versionText = await readWords(client, path);
  expect(versionText).toContain(
    "1 person who downloaded it or owns an organization that did is notified by email and in the app",
  );
  expect(versionText).toContain("1 download by 1 organization");
  const withdrawal = { reason: "It overheats the lamp.", replacement_id: oldVersion.id };
  expect((await post(`${path}/withdraw`, withdrawal)).status).toBe(303);
  const withdrawnText = await readWords(client, path);
  for (const part of ["Withdrawn", "It overheats the lamp.", "Customers are asked to use 1.4.2 instead."])
    expect(withdrawnText).toContain(part);
  expect(await readWords(client, `/admin/audit?subject_id=${draft.id}&action=withdrawVersion`)).toMatch(
    /Replacement nothing \S.* 1\.4\.2/,
  );
  const portalText = await readWords(buyer.client, portal);
  for (const part of ["1.5.0 was withdrawn.", "install 1.4.2 instead", "It overheats the lamp."])
    expect(portalText).toContain(part);
  expect(await readWords(other.client, portal)).not.toContain("1.5.0");
});

test("software that was bought once has its buyers under Who has it", async () => {
  const product = await createSoftwareProduct();
  const { user } = await signedIn();
  const path = `/admin/products/${product.id}`;
  expect(await readWords(client, path)).toContain("No purchases, registered devices or subscriptions.");
  await createProductOrder(user, product.id, "paid");
  expect(await readWords(client, path)).toContain("1 organization with 1 purchase");
});
