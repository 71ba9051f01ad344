import { createContext, type ReactNode, useContext } from "react";
import { can, type StaffPermission } from "../contract/people/permissions.ts";
import type { LayoutViewer } from "./frame/layout-data.ts";

/** Viewer of the console, set by its frame; null has no permission. */
export const ConsoleViewer = createContext<Pick<LayoutViewer, "roles" | "preset"> | null>(null);

/** Whether an administrator acts for a customer in store or portal, and so may not pay (T13); set by the frame. */
export const ImpersonationContext = createContext(false);

export const useCan = (permission: StaffPermission): boolean => can(useContext(ConsoleViewer), permission);

type AllowedProps = { access: StaffPermission; children: ReactNode };

/** Content for some presets only, such as the form of an action. */
export const IfAllowed = ({ access, children }: AllowedProps) => useCan(access) && children;

/** A link to a page of the console; the text alone for presets that the page refuses. */
export const StaffLink = ({ access, href, children }: AllowedProps & { href: string }) =>
  useCan(access) ? <a href={href}>{children}</a> : children;
