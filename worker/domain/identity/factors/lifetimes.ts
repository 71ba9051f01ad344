/** Postgres intervals, because the database's clock decides. */
export const challengeLife = "5 minutes";
export const trustLife = "30 days";
/** Wrong codes that end a challenge, and after which the user's codes are refused until `codesPause` is over. */
export const wrongCodesMax = 5;
export const codesPause = "15 minutes";
export const passkeysMax = 10;
export const backupCodesCount = 10;
/** Seconds of a time step of RFC 6238. */
export const stepS = 30;
