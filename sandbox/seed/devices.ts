import type { Client } from "pg";
import { type DemoOrganization, demoOrganizations } from "./organizations.ts";
import { demoProducts } from "./products/index.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

type Registered = [DemoOrganization, days: number, serials: string[], is_removed?: true];

const { acme, globex } = demoOrganizations;

/** Days ago, oldest first. Some ordered serial numbers, such as CGX-100-71002, are still unregistered. */
const registered: Registered[] = [
  [acme, 400, ["CGX-050-00317"]],
  [acme, 126, ["CGX-V3-70200", "CGX-V3-70201", "CGX-V3-70202", "CGX-V3-70203", "CGX-G4-70220"]],
  [acme, 125, ["CGX-V3-70204"], true],
  [globex, 104, ["CGX-100-70300", "CGX-100-70301"]],
  [acme, 70, ["CGX-T20-70500", "CGX-T20-70501", "CGX-T20-70502", "CGX-T20-70503", "CGX-T20-70504", "CGX-G4-70520"]],
  [acme, 43, ["CGX-200-70700"]],
  [acme, 17, ["CGX-100-71000", "CGX-100-71001"]],
  [globex, 13, ["CGX-V3-71100", "CGX-G4-71120"]],
];

export async function seedDevices(client: Client): Promise<void> {
  const rows = registered.flatMap(([organization, days, serials, is_removed = false]) =>
    serials.map((serial) => ({
      org_id: organization.id,
      product_id: productOf(serial),
      serial,
      // without an order it is a claim
      verified_by: days > 300 ? null : "shipment",
      is_deleted: is_removed,
      created_at: daysAgo(days),
      updated_at: daysAgo(is_removed ? days - 30 : days),
    })),
  );
  await insertMissing(
    client,
    "devices",
    rows.map((row, index) => ({ id: seedId(801 + index), ...row })),
  );
}

function productOf(serial: string): string {
  const found = demoProducts.find(({ patterns }) =>
    patterns.some((pattern) => new RegExp(`^${pattern}$`).test(serial)),
  );
  if (!found) throw new Error(`${serial} is of no product.`);
  return found.id;
}
