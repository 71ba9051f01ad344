import type { TaskName } from "../../../db/enums.ts";

type TaskLabels = { title: string; description: string; record: string };

export const taskLabels: Record<TaskName, TaskLabels> = {
  organizations: {
    title: "Organizations from NetSuite",
    description: "Creates and updates organizations from the customers in NetSuite.",
    record: "Customer",
  },
  products: {
    title: "Products from NetSuite",
    description: "Creates and updates products and their prices from the items in NetSuite.",
    record: "Item",
  },
  invoices: {
    title: "Invoices to NetSuite",
    description: "Exports sales and refunds to the accounting system.",
    record: "Invoice",
  },
  "tracking-number": {
    title: "Tracking numbers from NetSuite",
    description: "Imports tracking numbers from the accounting system and marks orders as shipped.",
    record: "Shipment",
  },
  "flowpoint-versions": {
    title: "Flowpoint versions",
    description: "Imports new versions of the desktop app without publishing them.",
    record: "Version",
  },
  "plugins-builds": {
    title: "Plugin releases",
    description: "Imports the latest release of each plugin without publishing it.",
    record: "Release",
  },
  "subscription-status": {
    title: "Subscriptions and payments",
    description: "Updates open records from the payment provider.",
    record: "Record",
  },
  shipping: {
    title: "Tracking at the carrier",
    description: "Marks orders as received when the carrier has delivered their packages.",
    record: "Package",
  },
  books: {
    title: "Reconciliation",
    description: "Compares orders, our ledger, the payment provider and accounting.",
    record: "Invoice",
  },
};
