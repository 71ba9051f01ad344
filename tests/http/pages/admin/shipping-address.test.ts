import { expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { postForm } from "../../../support/forms.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";
import { address } from "../../../support/store.ts";
import { readWords } from "../words.ts";

const fieldsOf = (source: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(source).map(([name, value]) => [`address.${name}`, value ?? ""]));
const fetchSeenFields = async (client: Client, path: string) => {
  const html = await (await client.fetch(path)).text();
  const hidden = [...html.matchAll(/<input type="hidden" name="((?:seen\.|updated_at)[^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
};

test("an order without an address leads to the form that sets one, and can ship afterwards", async () => {
  const [{ client }, { id, buyer }] = [await signedInAdmin(), await createPaidOrder(1, { address: null })];
  const [order, path] = [`/admin/orders/${id}`, `/admin/orders/${id}/shipping-address`];
  const textBefore = await readWords(client, order);
  expect(textBefore).toContain("This order has no shipping address. Set one to ship it.");
  expect(await (await client.fetch(order)).text()).toContain(`href="${path}"`);
  expect(await readWords(client, path)).toContain("The order was placed without an address");
  const wrongAnswer = await postForm(client, path, fieldsOf({ ...address, line1: "", city: "Kept City" }));
  const html = await wrongAnswer.text();
  expect([wrongAnswer.status, html.includes('value="Kept City"'), html.includes("Address line 1")]).toEqual([
    422,
    true,
    true,
  ]);
  const seenFields = await fetchSeenFields(client, path);
  const saveAnswer = await postForm(client, path, { ...seenFields, ...fieldsOf({ ...address, recipient: "Ada Lee" }) });
  expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, order]);
  const textAfter = await readWords(client, order);
  for (const text of ["The address is saved.", address.line1, "Correct the address", "ship 1 package"])
    expect(textAfter).toContain(text);
  expect(textAfter).not.toContain("has no shipping address");
  expect(await readWords(buyer.client, `/portal/orders/${id}`)).toContain(address.line1);

  const lateAnswer = await postForm(client, path, {
    ...seenFields,
    ...fieldsOf({ ...address, line1: "2 Other Street" }),
  });
  expect([lateAnswer.status, (await lateAnswer.text()).includes("Is there now")]).toEqual([422, true]);
  const canadaAnswer = await postForm(client, path, {
    ...(await fetchSeenFields(client, path)),
    ...fieldsOf({ ...address, country: "CA", state: "" }),
  });
  expect(canadaAnswer.status).toBe(303);
  expect(await readWords(client, order)).toMatch(/computed for United States and stay as they were/);
  await query("update orders set status = 'canceled' where id = $1", [id]);
  expect((await postForm(client, path, fieldsOf(address))).status).toBe(422);
  expect(await readWords(client, order)).not.toContain("Correct the address");
});
