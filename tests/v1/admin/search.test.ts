import { describe, expect, test } from "vitest";
import { query } from "../../support/database.ts";
import { createUser, unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";
import { createSearchFixture, uniqueNumber, signInSearcher } from "./searched.ts";

const { search, exactOf } = await signInSearcher();
const { known, rows, person, order, names, plan_invoice_id, request_id } = await createSearchFixture();

describe("a whole number finds what has it, whatever the case", () => {
  test("the numbers of an order: its own, the buyer's, the cart's, a package's, a device's, the provider's page", async () => {
    const expectedHits = (by: string) => [`orders ${rows.order_id} ${by}`];
    expect(await exactOf(order.order_number.toLowerCase())).toEqual(expectedHits("number"));
    expect(await exactOf(known.po.toLowerCase())).toEqual(expectedHits("purchase_order"));
    expect(await exactOf(known.tracking.toLowerCase())).toEqual(expectedHits("tracking"));
    expect(await exactOf(known.label.toLowerCase())).toEqual(expectedHits("tracking"));
    expect(await exactOf(known.serial.toLowerCase())).toEqual(expectedHits("serial"));
    expect(await exactOf(known.packed.toLowerCase())).toEqual(expectedHits("serial"));
    expect(await exactOf(known.page)).toEqual(expectedHits("provider"));
  });

  test("a cart's number finds the cart, which leads to its order, and the order itself", async () => {
    const groups = await search(rows.cart_no.toLowerCase());
    expect(groups.map(({ kind }) => kind)).toEqual(["orders", "carts"]);
    const [orderHit, cart] = groups.map(({ rows: [hit] }) => hit);
    expect(orderHit).toMatchObject({ id: rows.order_id, found_by: "cart", is_exact: true });
    expect(cart).toMatchObject({
      title: rows.cart_no,
      is_exact: true,
      leads_to: { kind: "order", id: rows.order_id },
    });
  });

  test("a cart that nobody bought leads to itself", async () => {
    const { id } = await createUser({ org_id: rows.org_id });
    const [openCart] = await query<{ id: string; cart_no: string }>(
      "insert into carts (org_id, user_id) values ($1, $2) returning id, cart_no",
      [rows.org_id, id],
    );
    const [group, ...others] = await search(openCart?.cart_no ?? "");
    expect(others).toEqual([]);
    expect(group?.rows).toMatchObject([
      {
        title: openCart?.cart_no,
        organization: names.organization,
        status: "open",
        leads_to: { kind: "cart", id: openCart?.id },
      },
    ]);
  });

  test("a cart with plans alone leads to the subscription", async () => {
    const { bought } = await shop.purchase([await shop.createPlan()]);
    const [group, ...others] = await search(bought.cart_no);
    expect(others).toEqual([]);
    expect(group?.rows).toMatchObject([
      { title: bought.cart_no, status: "bought", leads_to: { kind: "subscription", id: bought.subscription_ids[0] } },
    ]);
  });

  test("what both an order and its invoice have of the provider leads to the invoice alone", async () => {
    const otherRows = await createOrganizationRows();
    const id = `in_${unique("both")}`;
    await query("update orders set stripe_id = $2 where id = $1", [otherRows.order_id, id]);
    await query("update invoices set stripe_invoice_id = $2 where id = $1", [otherRows.invoice_id, id]);
    expect(await exactOf(id)).toEqual([`invoices ${otherRows.invoice_id} provider`]);
  });

  test("a package whose label was canceled is no package", async () => {
    const otherRows = await createOrganizationRows();
    const tracking = uniqueNumber("1Z");
    await query("update packages set tracking_id = $2, status = 'canceled' where id = $1", [
      otherRows.package_id,
      tracking,
    ]);
    expect(await search(tracking)).toEqual([]);
  });

  test("an invoice's: ours, the provider's and the number on the paper, the payment's and the charge's", async () => {
    for (const [text, by] of [
      [rows.invoice_id.toUpperCase(), "id"],
      [known.invoice.toLowerCase(), "number"],
      [known.provider_invoice, "provider"],
      [known.payment, "provider"],
      [known.charge, "provider"],
    ] as const)
      expect(await exactOf(text), text).toEqual([`invoices ${rows.invoice_id} ${by}`]);
    expect(await exactOf(known.plan_po)).toEqual([`invoices ${plan_invoice_id} purchase_order`]);
    const [group] = await search(known.invoice);
    expect(group?.rows[0]?.leads_to).toEqual({ kind: "invoice", id: rows.invoice_id });
  });

  test("a subscription's, an organization's, a device's, a product's and a person's", async () => {
    expect(await exactOf(known.plan)).toEqual([`subscriptions ${rows.subscription_id} provider`]);
    expect(await exactOf(known.customer)).toEqual([`organizations ${rows.org_id} provider`]);
    expect(await exactOf(known.account)).toEqual([`organizations ${rows.org_id} accounting`]);
    expect(await exactOf(names.organization.toLowerCase())).toEqual([`organizations ${rows.org_id} name`]);
    expect(await exactOf(rows.serial_number.toLowerCase())).toEqual([`devices ${rows.device_id} serial`]);
    expect(await exactOf(known.sku.toLowerCase())).toEqual([`products ${rows.product_id} sku`]);
    expect(await exactOf(known.item)).toEqual([`products ${rows.product_id} accounting`]);
    expect(await exactOf(person.email.toUpperCase())).toEqual([`people ${person.id} email`]);
    expect(await exactOf(`${person.first_name} ${person.last_name}`.toLowerCase())).toEqual([
      `people ${person.id} text`,
    ]);
    expect(await exactOf(person.id)).toEqual([`people ${person.id} id`]);
    expect(await exactOf(person.email.replace("@", "@asks."))).toEqual([`requests ${request_id} email`]);
  });
});
