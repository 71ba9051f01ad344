import { expect, test } from "vitest";
import { cancelOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { shop } from "../../../support/store.ts";

test("who may not refund cancels no order that is paid", async () => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const params = { order_id: buyer.bought.order_id ?? "" };
  for (const { client } of [await signedInAdmin("warehouse"), await signedInAdmin("catalogue")]) {
    const canceled = await client.call(cancelOrder, { params });
    expect(`${canceled.status} ${canceled.errcode}`).toBe("403 USR_NOT_AUTHORIZED");
    const refunded = await client.call(refundOrder, { params, body: { amount: 1 } });
    expect(`${refunded.status} ${refunded.errcode}`).toBe("403 USR_NOT_AUTHORIZED");
  }
  expect(await query("select 1 from refunds where order_id = $1", [params.order_id])).toEqual([]);
  const finance = await signedInAdmin("finance");
  expect((await finance.client.call(refundOrder, { params, body: { amount: 1 } })).status).toBe(200);
});
