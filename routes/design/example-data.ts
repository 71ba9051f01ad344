import * as z from "zod/mini";
import { listQuery } from "../../worker/contract/paging.ts";
import { day, flag, uuid } from "../../worker/contract/fields.ts";
import type { LayoutData, LayoutViewer } from "../../worker/ui/frame/layout-data.ts";

/** Fixed, so that screenshots are reproducible. */
export const noon = "2026-11-20T12:00:00.000Z";

export const person: LayoutViewer = {
  email: "olivia@acme.test",
  first_name: "Olivia",
  last_name: "Castellanos",
  roles: ["org", "buyer", "admin"],
  preset: "owner",
  organization: { name: "Acme Robotics", price_level_name: "Partner" },
  impersonator: null,
  email_return: null,
};

export const frame: LayoutData = {
  viewer: person,
  admin_href: "#console",
  support_email: "support@crunchbox.example.com",
  cart_count: 2,
  unread_count: 3,
  paying_cart_no: null,
};

export type Device = {
  id: string;
  name: string;
  site: string;
  state: "in_use" | "on_shelf" | "retired";
  seen_at: string;
  readings: number;
};

export const deviceQuery = z.object({
  state: z.optional(z.enum(["in_use", "on_shelf", "retired"])),
  site: z.optional(z.string()),
  is_calibrated: flag(),
  from: day("First day"),
  to: day("Last day"),
  org_id: z.optional(uuid()),
  ...listQuery(["created_at", "name", "readings"]),
});

export const devices: Device[] = [
  { id: "d1", name: "CGX-100-71000", site: "Berlin", state: "in_use", seen_at: noon, readings: 12_480 },
  { id: "d2", name: "CGX-V3-70604", site: "Austin", state: "on_shelf", seen_at: noon, readings: 0 },
  { id: "d3", name: "W".repeat(40), site: "A site whose name is long", state: "retired", seen_at: noon, readings: 7 },
];
