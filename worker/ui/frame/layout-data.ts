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
  /** Whether the session lookup failed, so that the viewer is unknown. */
  is_viewer_unknown?: boolean;
  admin_href: string;
  support_email: string;
  /** Null for users who cannot buy, and so have no cart. */
  cart_count: number | null;
  unread_count: number;
  /** Number of the cart that a pending payment locks; null without a pending payment. */
  paying_cart_no: string | null;
  is_console?: true;
};
