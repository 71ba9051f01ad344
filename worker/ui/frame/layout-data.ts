import type { Role } from "../../../db/enums.ts";
import type { EmailReturn } from "../../contract/entities/user.ts";

/** Who is signed in, as every layout shows them. */
export type Person = {
  email: string;
  first_name: string;
  last_name: string;
  roles: readonly Role[];
  organization: { name: string; price_level_name: string | null };
  /** Who really looks, why, and until when at the latest; null when it is the person. */
  impersonator: { first_name: string; last_name: string; reason: string | null; expires_at: string } | null;
  /** How the last mail to them came back; null when it arrived. */
  email_return: { reason: EmailReturn } | null;
};

/** What the layout around every page shows. */
export type LayoutData = {
  viewer: Person | null;
  /** Somebody may be signed in, but nobody could ask who. */
  is_viewer_unknown?: boolean;
  admin_href: string;
  support_email: string;
  /** Items in the cart; null for who cannot buy. */
  cart_count: number | null;
  /** Notifications that the viewer has not read. */
  unread_count: number;
  /** The number of the cart while its payment waits; it cannot change until then. */
  paying_cart_no: string | null;
  /** What cannot be shown belongs to the console, and its reader runs it. */
  is_console?: true;
};
