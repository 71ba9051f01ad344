import { describe, expect, test } from "vitest";
import { cancelOrder, getAdminOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { refreshSession } from "../../../../worker/contract/v1/sso/session.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { totpCode, addTotp } from "../../../support/factors.ts";
import { shop } from "../../../support/store.ts";

/** Creates a paid order of two pieces at $600, and an administrator with a factor and an old sign-in. */
async function createOrder() {
  const [admin, buyer] = [await signedInAdmin(), await shop.buyer()];
  const product = await shop.createProduct({ price_levels: { "Base Price": 600_00 } });
  await shop.fillCart(buyer, [product]);
  (await buyer.client.call(setCartProduct, { params: { id: product.id }, body: { quantity: 2 } })).reply();
  const params = { order_id: (await shop.checkout(buyer)).reply().order_id ?? "" };
  const { lines } = (await admin.client.call(getAdminOrder, { params })).reply();
  const { secret } = await addTotp(admin.client, admin.user.id);
  await query("update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1", [
    admin.user.id,
  ]);
  const refund = async (body: object) => (await admin.client.call(refundOrder, { params, body })).errcode ?? "done";
  const prove = () => admin.client.call(refreshSession, { body: { code: totpCode(secret) } });
  const refunded = () =>
    query<{ amount: number }>("select amount::int from refunds where order_id = $1", [params.order_id]);
  return { admin, params, refund, prove, refunded, line_id: lines[0]?.id ?? "" };
}
const refusalCode = "FRESH_SIGN_IN_REQUIRED";

describe("refunds of an order above 1,000 dollars a day need a fresh sign-in", () => {
  test("by one amount above, and not by 1,000 dollars", async () => {
    const { refund, refunded, prove } = await createOrder();
    expect(await refund({ amount: 1000_01 })).toBe(refusalCode);
    expect(await refunded()).toEqual([]);
    expect(await refund({ amount: 1000_00 })).toBe("done");
    expect(await refund({ amount: 1 })).toBe(refusalCode);
    await prove();
    expect(await refund({ amount: 1 })).toBe("done");
    expect(await refunded()).toHaveLength(2);
  });

  test("by several amounts together, at once, too", async () => {
    const { refund, refunded } = await createOrder();
    const answers = await Promise.all([refund({ amount: 600_00 }), refund({ amount: 601_00 })]);
    expect(answers.toSorted()).toEqual([refusalCode, "done"]);
    expect(await refunded()).toHaveLength(1);
  });

  test("by lines", async () => {
    const { refund, line_id } = await createOrder();
    expect(await refund({ lines: [{ line_id, quantity: 1 }] })).toBe("done");
    expect(await refund({ lines: [{ line_id, quantity: 1 }] })).toBe(refusalCode);
  });

  test("as a whole, and by canceling the paid order", async () => {
    const { admin, params, refund, refunded, prove } = await createOrder();
    expect(await refund({})).toBe(refusalCode);
    expect((await admin.client.call(cancelOrder, { params })).errcode).toBe(refusalCode);
    expect(await refunded()).toEqual([]);
    await prove();
    expect((await admin.client.call(cancelOrder, { params })).status).toBe(200);
  });

  test("again a day later only for what is refunded since", async () => {
    const { refund, params } = await createOrder();
    expect(await refund({ amount: 900_00 })).toBe("done");
    await query("update refunds set created_at = now() - interval '24 hours' where order_id = $1", [params.order_id]);
    expect(await refund({ amount: 300_00 })).toBe("done");
  });
});
