import * as z from "zod/mini";
import type { Role } from "../../../db/enums.ts";
import { uuid } from "../fields.ts";
import type { RolePermission } from "./permissions.ts";

/** Permissions that a user may ask for, with the role that has them. */
export const wishableRoles = {
  buy: "buyer",
  see_billing: "buyer",
  manage_devices: "buyer",
  manage_people: "org",
  manage_organization: "org",
} as const satisfies Partial<Record<RolePermission, Role>>;
export type WishablePermission = keyof typeof wishableRoles;

export const isWishable = (permission: string | undefined): permission is WishablePermission =>
  permission !== undefined && Object.hasOwn(wishableRoles, permission);

export const wishablePermission = z.enum(Object.keys(wishableRoles) as [WishablePermission, ...WishablePermission[]]);

export const roleWish = z.object({
  permission: wishablePermission,
  product_id: z.optional(uuid()),
});
