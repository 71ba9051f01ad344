import * as z from "zod/mini";
import { uuid } from "../fields.ts";
import type { RolePermission } from "./permissions.ts";

const requestablePermissions = [
  "buy",
  "see_billing",
  "manage_devices",
  "manage_people",
  "manage_organization",
] as const satisfies readonly RolePermission[];
export type RequestablePermission = (typeof requestablePermissions)[number];

export const isRequestable = (permission: string | undefined): permission is RequestablePermission =>
  requestablePermissions.some((each) => each === permission);

export const requestablePermission = z.enum(requestablePermissions);

export const roleRequest = z.object({
  permission: requestablePermission,
  product_id: z.optional(uuid()),
});
