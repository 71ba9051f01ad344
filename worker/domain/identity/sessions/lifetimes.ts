/** O-010; Postgres intervals, because the database's clock decides. */
export const sessionIdle = "12 hours";
export const sessionAbsolute = "7 days";
/** Of the desktop app's access token, and how long after its sign-in the app can have it renewed. */
export const desktopAccess = "1 hour";
export const desktopRefresh = "30 days";
export const impersonationAbsolute = "30 minutes";
