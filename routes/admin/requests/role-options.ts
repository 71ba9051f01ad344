/** What an approval grants; "admin" and "beta-tester" are granted one by one. */
export const roleOptions = [
  ["user", "User"],
  ["org", "Manager"],
  ["buyer", "Buyer"],
] as const;
