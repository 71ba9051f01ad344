import type { IntegrationName } from "../../db/enums.ts";
import type { Errcode } from "./errcodes.ts";

type TaskEntry = {
  title: string;
  description: string;
  record: string;
  integration: IntegrationName;
  imports_from?: "NetSuite" | "The build registry";
  /** Error of a task that has never run, or cannot run in this environment (O-089). */
  not_running: Errcode<"unprocessable">;
};

/** In the console's order. `worker/cron.ts` and `worker/task-handlers.ts` must have an entry for each name. */
export const tasks = {
  organizations: {
    title: "Organizations from NetSuite",
    description: "Creates and updates organizations from the customers in NetSuite.",
    record: "Customer",
    integration: "net-suite",
    imports_from: "NetSuite",
    not_running: "SYNC_ORGANIZATIONS_NOT_RUNNING",
  },
  products: {
    title: "Products from NetSuite",
    description: "Creates and updates products and their prices from the items in NetSuite.",
    record: "Item",
    integration: "net-suite",
    imports_from: "NetSuite",
    not_running: "SYNC_PRODUCTS_NOT_RUNNING",
  },
  invoices: {
    title: "Invoices to NetSuite",
    description: "Exports sales and refunds to the accounting system.",
    record: "Invoice",
    integration: "net-suite",
    not_running: "SYNC_INVOICES_NOT_RUNNING",
  },
  "tracking-number": {
    title: "Tracking numbers from NetSuite",
    description: "Imports tracking numbers from the accounting system and marks orders as shipped.",
    record: "Shipment",
    integration: "net-suite",
    imports_from: "NetSuite",
    not_running: "SYNC_TRACKING_NUMBER_NOT_RUNNING",
  },
  "flowpoint-versions": {
    title: "Flowpoint versions",
    description: "Imports new versions of the desktop app without publishing them.",
    record: "Version",
    integration: "builds",
    imports_from: "The build registry",
    not_running: "SYNC_FLOWPOINT_VERSIONS_NOT_RUNNING",
  },
  "plugins-builds": {
    title: "Plugin releases",
    description: "Imports every final release of each plugin without publishing it.",
    record: "Release",
    integration: "builds",
    imports_from: "The build registry",
    not_running: "SYNC_PLUGINS_BUILDS_NOT_RUNNING",
  },
  "subscription-status": {
    title: "Subscriptions and payments",
    description: "Updates open records from the payment provider.",
    record: "Record",
    integration: "payments",
    not_running: "SYNC_SUBSCRIPTION_STATUS_NOT_RUNNING",
  },
  shipping: {
    title: "Tracking at the carrier",
    description: "Marks orders as received when the carrier has delivered their packages.",
    record: "Package",
    integration: "fulex",
    not_running: "SYNC_SHIPPING_NOT_RUNNING",
  },
  books: {
    title: "Reconciliation",
    description: "Compares orders, our ledger, the payment provider and accounting.",
    record: "Invoice",
    integration: "payments",
    not_running: "SYNC_BOOKS_NOT_RUNNING",
  },
} as const satisfies Record<string, TaskEntry>;

export type TaskName = keyof typeof tasks;

export const isTaskName = (name: string): name is TaskName => Object.hasOwn(tasks, name);

export function importsFrom(name: TaskName): TaskEntry["imports_from"] {
  const entry: TaskEntry = tasks[name];
  return entry.imports_from;
}

export const taskNames: readonly TaskName[] = Object.keys(tasks).filter(isTaskName);
