/** O-010; Postgres intervals, because the database's clock decides. */
export const sessionIdle = "12 hours";
export const sessionAbsolute = "7 days";
/** Shorter lifetimes for administrators, in the desktop app as well. */
export const staffIdle = "1 hour";
export const staffAbsolute = "12 hours";
export const desktopAccess = "1 hour";
export const desktopRefresh = "30 days";
export const impersonationAbsolute = "30 minutes";
