export const signInCode = "10 minutes";
export const codeTriesMax = 5;
export const codesPerHour = { account: 3, address: 10 };
