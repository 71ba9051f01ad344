import * as z from "zod/mini";
import { GatewayError } from "../gateway-error.ts";
import { discardBody } from "../outbound.ts";
import type { NetSuiteGateway, NetSuiteSettings, PageOptions, QueryPage } from "./net-suite.ts";
import { createSend, readParsed } from "./request.ts";
import { customerRow, itemRow, lastRow, priceRow, toCustomer, toItem, toPrice } from "./rows.ts";
import { netSuiteId } from "./values.ts";
import {
  customerById,
  customersBetween,
  itemsBetween,
  itemsById,
  lastCustomerQuery,
  lastItemQuery,
  oneCustomer,
  pricesBetween,
} from "./suite-ql.ts";
import { createTokenSource } from "./token.ts";

export type {
  NetSuiteCustomer,
  NetSuiteGateway,
  NetSuiteItem,
  NetSuitePrice,
  NetSuiteSettings,
  QueryPage,
} from "./net-suite.ts";

/** A page of a query takes NetSuite one or two seconds. */
const timeoutMs = 6000;
/** A save runs the account's scripts, which takes up to 15 seconds. */
const saveTimeoutMs = 30_000;
const rowsMax = 1000;
const recordsPath = "/services/rest/record/v1";

/**
 * NetSuite's REST web services: records
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545141500.html, external ids:
 * section_156334828635.html, upsert: section_156335203191.html) and SuiteQL (section_157909186990.html; pages:
 * section_156414087576.html).
 */
export function createNetSuiteGateway(settings: NetSuiteSettings): NetSuiteGateway {
  const send = createSend(settings, createTokenSource(settings, timeoutMs), timeoutMs);

  const query = async <T>(row: z.ZodMiniType<T>, q: string, page: PageOptions): Promise<QueryPage<T>> => {
    const { limit, offset = 0 } = page;
    if (limit > rowsMax || offset % limit !== 0)
      throw new Error("a page of at most 1,000 rows, at a multiple of its size");
    const response = await send({
      method: "POST",
      path: `/services/rest/query/v1/suiteql?limit=${limit}&offset=${offset}`,
      headers: { prefer: "transient" },
      body: { q },
      timeoutMs: page.timeoutMs,
    });
    const answer = await readParsed(response, z.object({ items: z.array(row), hasMore: z.boolean() }));
    return { rows: answer.items, has_more: answer.hasMore };
  };

  const fetchRecord = async <T>(fields: z.ZodMiniType<T>, path: string): Promise<T | undefined> => {
    const response = await send({ method: "GET", path: `${recordsPath}/${path}` });
    if (response.status !== 404) return readParsed(response, fields);
    await discardBody(response);
    return undefined;
  };

  const findByExternalId: NetSuiteGateway["findByExternalId"] = (fields, type, externalId) =>
    fetchRecord(fields, `${type}/eid:${requireExternalId(externalId)}`);

  const requireFound = async (response: Response): Promise<void> => {
    await discardBody(response);
    if (response.status !== 404) return;
    throw new GatewayError("net-suite", "no such record or record type", { retryable: false, status: 404 });
  };

  const save = async (
    method: "PUT" | "POST",
    path: string,
    body: Record<string, unknown>,
    type: string,
    externalId: string,
  ): Promise<string> => {
    const response = await send({ method, path: `${recordsPath}/${path}`, body, timeoutMsMax: saveTimeoutMs });
    await requireFound(response);
    const id = /\/(\d+)\/?(?:\?.*)?$/.exec(response.headers.get("location") ?? "")?.[1];
    if (id !== undefined) return id;
    const made = await findByExternalId(z.object({ id: netSuiteId() }), type, externalId);
    if (made) return made.id;
    throw new GatewayError("net-suite", `${type} was accepted but does not exist`, { retryable: true });
  };

  const mapPage = async <R, T>(page: Promise<QueryPage<R>>, map: (row: R) => T): Promise<QueryPage<T>> => {
    const { rows, has_more } = await page;
    return { rows: rows.map(map), has_more };
  };

  const fetchLastId = async (q: string, queryTimeoutMs: number | undefined): Promise<string> => {
    const { rows } = await query(lastRow, q, { limit: 1, timeoutMs: queryTimeoutMs });
    return rows[0]?.last ?? "0";
  };

  return {
    query,
    getRecord: (fields, type, id) => fetchRecord(fields, `${type}/${encodeURIComponent(id)}`),
    findByExternalId,
    getWholeRecord: (fields, type, id) =>
      fetchRecord(fields, `${type}/${encodeURIComponent(id)}?expandSubResources=true`),
    async upsert(type, externalId, fields, replaced = []) {
      const search = replaced.length > 0 ? `?replace=${replaced.join(",")}` : "";
      return save("PUT", `${type}/eid:${requireExternalId(externalId)}${search}`, fields, type, externalId);
    },
    transform: (source, type, { externalId, ...fields }) =>
      save(
        "POST",
        `${source.type}/${encodeURIComponent(source.id)}/!transform/${type}`,
        { externalId: requireExternalId(externalId), ...fields },
        type,
        externalId,
      ),
    async update(type, id, fields) {
      await requireFound(
        await send({
          method: "PATCH",
          path: `${recordsPath}/${type}/${encodeURIComponent(id)}`,
          body: fields,
          timeoutMsMax: saveTimeoutMs,
        }),
      );
    },
    async remove(type, id) {
      await discardBody(
        await send({
          method: "DELETE",
          path: `${recordsPath}/${type}/${encodeURIComponent(id)}`,
          timeoutMsMax: saveTimeoutMs,
        }),
      );
    },
    listCustomers: ({ after, to, ...page }) =>
      mapPage(query(customerRow, customersBetween({ after, to }), page), toCustomer),
    lastCustomerId: (queryTimeoutMs) => fetchLastId(lastCustomerQuery, queryTimeoutMs),
    async findCustomer(id) {
      const { rows } = await query(customerRow, customerById(id), { limit: 1 });
      return rows[0] && toCustomer(rows[0]);
    },
    listItems: ({ after, to, ...page }) => mapPage(query(itemRow, itemsBetween({ after, to }), page), toItem),
    lastItemId: (queryTimeoutMs) => fetchLastId(lastItemQuery, queryTimeoutMs),
    async findItems(ids, queryTimeoutMs) {
      if (ids.length === 0) return [];
      const { rows } = await query(itemRow, itemsById(ids), { limit: rowsMax, timeoutMs: queryTimeoutMs });
      return rows.map(toItem);
    },
    listPrices: ({ from, to, after, ...page }) =>
      mapPage(query(priceRow, pricesBetween(from, to, after), page), toPrice),
    check: async () => void (await query(z.object({}), oneCustomer, { limit: 1 })),
  };
}

/** NetSuite allows no other characters in external ids. */
function requireExternalId(externalId: string): string {
  if (!/^[\w-]+$/.test(externalId)) throw new Error("not an external id");
  return externalId;
}
