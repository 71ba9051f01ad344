import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addOrderNote, listOrderNotes } from "../../../../worker/contract/v1/admin/orders.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { paidOrder } from "../../../support/shipping/orders.ts";

test("a note is read by administrators, newest first, once however often it is sent, and never by customers", async () => {
  const [{ client, user }, { id: order_id, buyer }] = [await signedInAdmin(), await paidOrder(1)];
  const params = { order_id };
  const id = randomUUID();
  const sent = Array.from({ length: 20 }, () =>
    client.call(addOrderNote, { params, body: { id, text: "Called: wait" } }),
  );
  for (const answer of await Promise.all(sent)) answer.reply();
  (await client.call(addOrderNote, { params, body: { text: "They agree" } })).reply();
  const notes = (await client.call(listOrderNotes, { params })).reply().data;
  expect(notes.map(({ text, author }) => [text, author.id])).toEqual([
    ["They agree", user.id],
    ["Called: wait", user.id],
  ]);
  for (const path of [`/portal/orders/${order_id}`, `/v1/client/orders/${order_id}`])
    expect(await (await buyer.client.fetch(path)).text()).not.toContain("They agree");
  expect((await buyer.client.call(listOrderNotes, { params })).status).toBe(403);
  const unknown = await client.call(addOrderNote, { params: { order_id: randomUUID() }, body: { text: "x" } });
  expect(unknown.errcode).toBe("ORDER_NOT_FOUND");
  expect((await client.call(listOrderNotes, { params: { order_id: randomUUID() } })).errcode).toBe("ORDER_NOT_FOUND");
  expect((await client.call(addOrderNote, { params, body: { text: " " } })).issues[0]?.path).toEqual(["text"]);
});
