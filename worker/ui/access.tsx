import { createContext, type ReactNode, useContext } from "react";
import { can, type StaffPermission } from "../contract/people/permissions.ts";
import type { LayoutViewer } from "./frame/layout-data.ts";

/** Set by the console's frame; null means no permissions. */
export const ConsoleViewer = createContext<Pick<LayoutViewer, "roles" | "preset"> | null>(null);

/** True while an administrator acts for a customer in store or portal, and so may not pay (T13); set by the frame. */
export const ImpersonationContext = createContext(false);

export const useCan = (permission: StaffPermission): boolean => can(useContext(ConsoleViewer), permission);

type AllowedProps = { access: StaffPermission; children: ReactNode };

export const IfAllowed = ({ access, children }: AllowedProps) => useCan(access) && children;

/** Shows only the text to viewers who may not open the page. */
export const StaffLink = ({ access, href, children }: AllowedProps & { href: string }) =>
  useCan(access) ? <a href={href}>{children}</a> : children;
