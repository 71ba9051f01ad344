/** Closed lists of values; pure, so that contracts and tables share them (product.md sections 4, 6 and 9). */
export const roles = ["admin", "user", "org", "buyer", "beta-tester"] as const;
export const accountRequestStatuses = ["pending", "approved", "rejected"] as const;
export const verificationScopes = ["verify:email-password-reset", "verify:email-change", "verify:user-setup"] as const;
export const notificationChannels = ["email", "phone", "app"] as const;
export const logLevels = ["error", "warn", "info"] as const;
export const sessionKinds = ["cookie", "bearer"] as const;
export const taskStatuses = ["processing", "completed", "failed"] as const;

export type Role = (typeof roles)[number];
export type AccountRequestStatus = (typeof accountRequestStatuses)[number];
export type VerificationScope = (typeof verificationScopes)[number];
export type NotificationChannel = (typeof notificationChannels)[number];
