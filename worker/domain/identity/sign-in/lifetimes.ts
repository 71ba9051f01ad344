/** A Postgres interval, because the database's clock decides. */
export const signInCode = "10 minutes";
/** Tries that kill a code. */
export const codeTriesMax = 5;
/** Codes that an account may ask for, and an address, in an hour. */
export const codesPerHour = { account: 3, address: 10 };
