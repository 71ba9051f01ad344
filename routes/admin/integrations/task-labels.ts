import type { TaskName } from "../../../db/enums.ts";

type Words = { title: string; what: string; record: string };

export const taskLabels: Record<TaskName, Words> = {
  organizations: {
    title: "Organizations from NetSuite",
    what: "Customers of the accounting system become organizations, or change them.",
    record: "Customer",
  },
  products: {
    title: "Products from NetSuite",
    what: "Items of the accounting system become products with their prices, or change them.",
    record: "Item",
  },
  invoices: {
    title: "Invoices to NetSuite",
    what: "What was sold and refunded is written into the accounting system.",
    record: "Invoice",
  },
  "tracking-number": {
    title: "Tracking numbers from NetSuite",
    what: "What the accounting system ships gets its tracking numbers here, and its order is shipped.",
    record: "Shipment",
  },
  "flowpoint-versions": {
    title: "Flowpoint versions",
    what: "New versions of the desktop app are imported, unpublished.",
    record: "Version",
  },
  "plugins-builds": {
    title: "Builds of plugins",
    what: "The latest build of each plugin is imported, unpublished.",
    record: "Build",
  },
  "subscription-status": {
    title: "Subscriptions and payments",
    what: "Open records are read from the payment provider again.",
    record: "Record",
  },
  shipping: {
    title: "Tracking at the carrier",
    what: "Shipped orders are received when the carrier has delivered their packages.",
    record: "Package",
  },
  books: {
    title: "Reconciliation",
    what: "Orders, our ledger, the payment provider and the accounting system are compared.",
    record: "Invoice",
  },
};
