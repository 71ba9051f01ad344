import { randomBytes } from "node:crypto";
import type { OrderStatus, PaymentStatus } from "../../../db/enums.ts";
import { signedIn } from "../actors.ts";
import { query } from "../database.ts";
import { address, shop } from "../store.ts";

type OrderFields = {
  org_id: string;
  user_id: string;
  status?: OrderStatus;
  payment_status?: PaymentStatus;
  address?: Partial<typeof address> | null;
};

/** A package's reference at the carrier: FedEx Ground allows 30 characters, and a uuid has 36. */
export const toReference = (id: string): string =>
  BigInt(`0x${id.replaceAll("-", "")}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, "0");

export async function createDevice() {
  const prefix = `S${randomBytes(5).toString("hex").toUpperCase()}`;
  let serialCount = 0;
  const serial = () => {
    serialCount += 1;
    return `${prefix}-${String(serialCount).padStart(5, "0")}`;
  };
  const product = await shop.createProduct({ patterns: [`${prefix}-\\d{5}`] });
  return { ...product, serial };
}

export async function createOrder(product: { id: string; name: string }, quantity: number, fields: OrderFields) {
  const shipping_data = {
    personal_data: { first_name: "Test", last_name: "Buyer", phone: "+1 512 555 0199", email: "buyer@example.test" },
    address: fields.address === null ? null : { ...address, ...fields.address },
    packages: [],
    method: "Ground",
  };
  const [order] = await query<{ id: string; order_number: string }>(
    `insert into orders (org_id, user_id, status, payment_status, total, shipping_data)
     values ($1, $2, $3, $4, $5, $6) returning id, order_number`,
    [
      fields.org_id,
      fields.user_id,
      fields.status ?? "processing",
      fields.payment_status ?? "paid",
      quantity * 100_00,
      shipping_data,
    ],
  );
  const [line] = await query<{ id: string }>(
    `insert into order_lines (order_id, product_id, position, quantity, name, price)
     values ($1, $2, 0, $3, $4, 10000) returning id`,
    [order?.id, product.id, quantity, product.name],
  );
  if (!order || !line) throw new Error("no order was made");
  return { ...order, line_id: line.id };
}

export async function createPaidOrder(quantity = 2, fields: Partial<OrderFields> = {}) {
  const [buyer, device] = [await signedIn({ roles: ["buyer", "user"] }), await createDevice()];
  const order = await createOrder(device, quantity, { org_id: buyer.user.org_id, user_id: buyer.user.id, ...fields });
  return { buyer, device, ...order };
}
