/** Postgres intervals, because the database's clock decides. */
export const challengeLife = "5 minutes";
export const trustLife = "30 days";
/** Wrong codes within the window pause all codes of the user, and end a challenge. */
export const wrongCodesMax = 5;
export const codesPause = "15 minutes";
export const passkeysMax = 10;
export const backupCodesCount = 10;
/** Seconds of a time step of RFC 6238. */
export const stepS = 30;
