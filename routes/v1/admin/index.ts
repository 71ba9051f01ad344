export * from "./accounting.ts";
export * from "./catalog.ts";
export * from "./fulfilment.ts";
export * from "./notifications.ts";
export * from "./payments.ts";
export * from "./people.ts";
export * from "./platform.ts";
export * from "./software.ts";
