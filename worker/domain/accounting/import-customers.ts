import * as z from "zod/mini";
import type { NetSuiteCustomer, NetSuiteGateway } from "../../gateways/net-suite/index.ts";
import type { Ctx } from "../context.ts";
import { type ImportedOrganization, importOrganizations } from "../organizations/index.ts";
import {
  defaultDeadline,
  scheduleQueueMessage,
  type TaskHandler,
  type TaskPage,
  withRetries,
} from "../platform/index.ts";
import { callNetSuite, importError, unavailableReason } from "./call-net-suite.ts";
import { type TaskFailure, isAtEnd, rowsAfter, spanEnd } from "./pages.ts";
import { toAddress } from "./to-address.ts";

const rowsMax = 200;
/** `end` is the last id at the start of the run; later customers arrive by webhook or in the next run. */
const cursorShape = z.object({ after: z.string(), end: z.optional(z.string()) });

/**
 * Imports NetSuite's customers as organizations, keyset-paged by id so that concurrent inserts and deletes neither skip
 * nor repeat rows, in id ranges that SuiteQL accepts. The run ends with an empty page of the last range. Organizations
 * without a customer stay.
 */
export const organizationsTask: TaskHandler = {
  unavailable: unavailableReason,
  async page(ctx, cursor) {
    const until = defaultDeadline();
    const position = cursor === null ? { after: "0" } : cursorShape.parse(cursor);
    const fetchEnd = (netSuite: NetSuiteGateway) => netSuite.lastCustomerId(until - Date.now());
    const { after, end = await callNetSuite(ctx, fetchEnd, until) } = position;
    const to = spanEnd(after, end);
    const fetchPage = async (netSuite: NetSuiteGateway) =>
      rowsAfter(await netSuite.listCustomers({ after, to, limit: rowsMax, timeoutMs: until - Date.now() }), after);
    const rows = isAtEnd(after, end) ? [] : await callNetSuite(ctx, fetchPage, until);
    const last = rows.at(-1);
    if (!last) return { cursor: isAtEnd(to, end) ? null : { after: to, end }, found: 0, processed: 0, failures: [] };
    const { found, processed, failures } = await importCustomers(ctx, rows, until);
    return { cursor: { after: last.id, end }, found, processed, failures };
  },
  async retry(ctx, customerId) {
    const customer = await callNetSuite(ctx, (netSuite) => netSuite.findCustomer(customerId));
    if (!customer) throw importError("NetSuite no longer has this customer.");
    const { failures } = await importCustomers(ctx, [customer]);
    if (failures[0]) throw importError(failures[0].reason);
  },
};

type ImportResult = Omit<TaskPage, "cursor"> & {
  org_ids: string[];
  /** NetSuite ids of customers whose name belongs to another organization. */
  taken: string[];
};

/** A customer that cannot be imported becomes a failure with its reason and does not block the rest. */
export async function importCustomers(
  ctx: Ctx,
  customers: NetSuiteCustomer[],
  until = defaultDeadline(),
): Promise<ImportResult> {
  const failures: TaskFailure[] = [];
  const rows: ImportedOrganization[] = [];
  for (const customer of customers) {
    const reason = findProblem(customer);
    if (reason) failures.push({ record_id: customer.id, reason });
    else rows.push(toOrganization(customer));
  }
  const outcomes = rows.length > 0 ? await withRetries(() => importOrganizations(ctx, rows), until) : [];
  // A changed name or address is sent to the payment provider.
  if (outcomes.some(({ outcome }) => outcome === "changed")) await scheduleQueueMessage(ctx);
  const taken = outcomes.flatMap((each) => (each.outcome === "name-taken" ? each.net_suite_id : []));
  for (const id of taken)
    failures.push({ record_id: id, reason: nameTakenReason(rows.find((row) => row.net_suite_id === id)) });
  const found = customers.length;
  const org_ids = outcomes.flatMap((each) => (each.outcome === "name-taken" || each.id === null ? [] : each.id));
  return { found, processed: found - failures.length, failures, org_ids, taken };
}

const nameTakenReason = (row: ImportedOrganization | undefined): string =>
  `Another organization is named “${row?.name}”. Give it the NetSuite id ${row?.net_suite_id}, or rename one of the two.`;

const nameMax = 1024;

function findProblem({ name, email }: NetSuiteCustomer): string | undefined {
  if (!name) return "The customer has no company name.";
  if (name.length > nameMax) return `The company name is longer than ${nameMax} characters.`;
  if (name.includes("\0")) return "The company name contains a character that cannot be stored.";
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return "The email address is not valid.";
  return undefined;
}

const toOrganization = (customer: NetSuiteCustomer): ImportedOrganization => ({
  net_suite_id: customer.id,
  name: customer.name ?? "",
  billing_email: customer.email,
  price_level_name: customer.price_level_name,
  address: toAddress(customer.address),
  is_inactive: customer.is_inactive,
});
