import type { Role, StaffPreset } from "../../../db/enums.ts";
import type { EmailReturn } from "../../contract/entities/user.ts";

export type LayoutViewer = {
  email: string;
  first_name: string;
  last_name: string;
  roles: readonly Role[];
  preset: StaffPreset | null;
  organization: { name: string; price_level_name: string | null };
  /** `expires_at` is the latest end of the impersonation. */
  impersonator: { first_name: string; last_name: string; reason: string | null; expires_at: string } | null;
  email_return: { reason: EmailReturn } | null;
};

export type LayoutData = {
  viewer: LayoutViewer | null;
  /** Whether the page does not know its viewer, because it is cached for everyone or could not look the session up. */
  is_viewer_unknown?: boolean;
  admin_href: string;
  support_email: string;
  /** Null hides the cart link: for viewers who cannot buy, and on pages that do not read the cart. */
  cart_count: number | null;
  unread_count: number;
  /** Number of the cart that a pending payment locks; null without a pending payment. */
  paying_cart_no: string | null;
  is_console?: true;
};
