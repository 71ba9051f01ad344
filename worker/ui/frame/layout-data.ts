import type { Role } from "../../../db/enums.ts";
import type { EmailReturn } from "../../contract/entities/user.ts";

export type Person = {
  email: string;
  first_name: string;
  last_name: string;
  roles: readonly Role[];
  organization: { name: string; price_level_name: string | null };
  /** The impersonating administrator with reason and latest end; null without impersonation. */
  impersonator: { first_name: string; last_name: string; reason: string | null; expires_at: string } | null;
  /** The last bounce of an email to the user; null: none. */
  email_return: { reason: EmailReturn } | null;
};

export type LayoutData = {
  viewer: Person | null;
  /** Whether the session lookup failed, so that the viewer is unknown. */
  is_viewer_unknown?: boolean;
  admin_href: string;
  support_email: string;
  /** Items in the cart; null for users who cannot buy. */
  cart_count: number | null;
  unread_count: number;
  /** Number of the cart with a pending payment, which locks it. */
  paying_cart_no: string | null;
  /** Error page within the console, for an administrator. */
  is_console?: true;
};
