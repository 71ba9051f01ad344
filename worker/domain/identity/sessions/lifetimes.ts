/** O-010; Postgres intervals, because the database's clock decides. */
export const sessionIdle = "12 hours";
export const sessionAbsolute = "7 days";
/** Lifetime of the desktop app's access token, and the period after sign-in in which the app can renew it. */
export const desktopAccess = "1 hour";
export const desktopRefresh = "30 days";
export const impersonationAbsolute = "30 minutes";
