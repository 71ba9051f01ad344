/** A Postgres interval, because the database's clock decides. */
export const signInCodeLife = "10 minutes";
/** Wrong attempts that void a code. */
export const codeTriesMax = 5;
export const codesPerHour = { account: 3, address: 10 };
