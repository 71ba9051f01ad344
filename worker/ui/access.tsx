import { createContext, type ReactNode, useContext } from "react";
import { can, type StaffPermission } from "../contract/people/permissions.ts";
import type { LayoutViewer } from "./frame/layout-data.ts";

/** Viewer of the console, set by the console's frame; without a viewer there is no permission. */
export const ConsoleViewer = createContext<Pick<LayoutViewer, "roles" | "preset"> | null>(null);

/** Whether an administrator acts for a customer in store or portal, and so may not pay (T13); set by the frame. */
export const ImpersonationContext = createContext(false);

export const useCan = (permission: StaffPermission): boolean => can(useContext(ConsoleViewer), permission);

type AllowedProps = { access: StaffPermission; children: ReactNode };

/** Renders its children only for viewers with the permission `access`. */
export const IfAllowed = ({ access, children }: AllowedProps) => useCan(access) && children;

/** A link to a page of the console; for viewers whose preset cannot open the page, only its text. */
export const StaffLink = ({ access, href, children }: AllowedProps & { href: string }) =>
  useCan(access) ? <a href={href}>{children}</a> : children;
