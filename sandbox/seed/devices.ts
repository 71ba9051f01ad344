import type { Client } from "pg";
import { type DemoOrganization, demoOrganizations } from "./organizations.ts";
import { demoProducts } from "./products/index.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

type Registration = [DemoOrganization, days: number, serials: string[], is_removed?: true];

const { acme, globex } = demoOrganizations;

/**
 * Serial numbers with the days since their registration, oldest first. Some ordered ones, such as CGX-100-71002, are
 * not registered yet.
 */
const registrations: Registration[] = [
  [acme, 400, ["CGX-050-00317"]],
  [acme, 126, ["CGX-V3-70200", "CGX-V3-70201", "CGX-V3-70202", "CGX-V3-70203", "CGX-G4-70220"]],
  [acme, 125, ["CGX-V3-70204"], true],
  [globex, 104, ["CGX-100-70300", "CGX-100-70301"]],
  [acme, 70, ["CGX-T20-70500", "CGX-T20-70501", "CGX-T20-70502", "CGX-T20-70503", "CGX-T20-70504", "CGX-G4-70520"]],
  [acme, 43, ["CGX-200-70700"]],
  [acme, 17, ["CGX-100-71000", "CGX-100-71001"]],
  [globex, 13, ["CGX-V3-71100", "CGX-G4-71120"]],
];

type DeviceDescription = { name: string; site: string; tags?: string[]; installed?: string };

/**
 * Names, sites and tags that Acme gave to devices. One device has an older firmware version installed, another the
 * newest; some have no description.
 */
const deviceDescriptions: Record<string, DeviceDescription> = {
  "CGX-100-71001": { name: "Coatings bench 2", site: "Boston lab", tags: ["coatings"], installed: "1.5.0" },
  "CGX-100-71000": { name: "Coatings bench 1", site: "Boston lab", tags: ["coatings"], installed: "1.4.0" },
  "CGX-200-70700": { name: "Reference", site: "Boston lab", tags: ["coatings", "reference"] },
  "CGX-G4-70520": { name: "Roof", site: "Albany plant" },
  "CGX-T20-70500": { name: "Cold store, door", site: "Albany plant", tags: ["climate"] },
  "CGX-T20-70501": { name: "Cold store, back", site: "Albany plant", tags: ["climate"] },
  "CGX-T20-70502": { name: "Loading bay", site: "Albany plant", tags: ["climate"] },
  "CGX-G4-70220": { name: "Pump house", site: "Albany plant" },
  "CGX-V3-70200": { name: "Pump 1", site: "Albany plant", tags: ["pumps"] },
  "CGX-V3-70201": { name: "Pump 2", site: "Albany plant", tags: ["pumps"] },
  "CGX-V3-70202": { name: "Fan, line A", site: "Albany plant" },
};

export async function seedDevices(client: Client): Promise<void> {
  const rows = registrations.flatMap(([organization, days, serials, is_removed = false]) =>
    serials.map((serial) => ({
      org_id: organization.id,
      product_id: findProductId(serial),
      serial,
      ...describe(serial, days),
      // The oldest demo order is 152 days old: the device of 400 days has no order, so it is an unverified claim.
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

function describe(serial: string, days: number) {
  const { name = null, site = null, tags = [], installed = null } = deviceDescriptions[serial] ?? {};
  return { name, site, tags, installed_version: installed, installed_at: installed ? daysAgo(days - 1) : null };
}

function findProductId(serial: string): string {
  const found = demoProducts.find(({ patterns }) =>
    patterns.some((pattern) => new RegExp(`^${pattern}$`).test(serial)),
  );
  if (!found) throw new Error(`${serial} is of no product.`);
  return found.id;
}
