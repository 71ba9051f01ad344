import * as z from "zod/mini";
import { uuid } from "../fields.ts";
import type { RolePermission } from "./permissions.ts";

/** Permissions that a user may ask for. */
const wishablePermissions = [
  "buy",
  "see_billing",
  "manage_devices",
  "manage_people",
  "manage_organization",
] as const satisfies readonly RolePermission[];
export type WishablePermission = (typeof wishablePermissions)[number];

export const isWishable = (permission: string | undefined): permission is WishablePermission =>
  wishablePermissions.some((each) => each === permission);

export const wishablePermission = z.enum(wishablePermissions);

export const roleWish = z.object({
  permission: wishablePermission,
  product_id: z.optional(uuid()),
});
