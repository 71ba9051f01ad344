import type * as z from "zod/mini";

export type NetSuiteSettings = {
  /** `https://<account id>.suitetalk.api.netsuite.com`, without a path. */
  NETSUITE_API_URL: string;
  NETSUITE_CLIENT_ID: string;
  /** Id of the certificate in NetSuite, `kid` of the signed token. */
  NETSUITE_CERTIFICATE_ID: string;
  /** PKCS#8 in PEM, with line breaks or `\n`. */
  NETSUITE_PRIVATE_KEY: string;
};

export type RecordType =
  | "customer"
  | "inventoryItem"
  | "salesOrder"
  | "invoice"
  | "creditMemo"
  | "itemFulfillment"
  | "customerPayment"
  | "customerRefund"
  | (string & {});

export type QueryPage<T> = { rows: T[]; has_more: boolean };
export type PageOptions = {
  /** At most 1,000. */
  limit: number;
  /** A multiple of `limit`, 0 by default. Rows may move between pages, so a condition on a key is safer. */
  offset?: number;
  timeoutMs?: number | undefined;
};

export type NetSuiteCustomer = {
  id: string;
  name: string | null;
  email: string | null;
  price_level_name: string | null;
  /** Default billing address; `country` is ISO 3166 alpha-2. */
  address: Record<"line1" | "line2" | "city" | "state" | "postal_code" | "country", string | null>;
  is_inactive: boolean;
};
export type NetSuiteItem = {
  id: string;
  /** Our SKU. */
  item_id: string | null;
  display_name: string | null;
  type: string | null;
  is_inactive: boolean;
};
export type NetSuitePrice = {
  item_id: string;
  price_level_id: string;
  price_level_name: string | null;
  /** Number of pieces from which the price applies: 0 or 1. */
  quantity: number;
  unit_price: string | null;
};

type Span = { after: string; to: string };
type ListOptions = { limit: number; timeoutMs?: number | undefined };

/** Every method throws GatewayError. Ids are NetSuite's internal ids, digits only; texts are null if empty. */
export type NetSuiteGateway = {
  /** Runs a SuiteQL query whose values the caller has escaped (`suite-ql.ts`). */
  query<T>(row: z.ZodMiniType<T>, q: string, page: PageOptions): Promise<QueryPage<T>>;
  getRecord<T>(fields: z.ZodMiniType<T>, type: RecordType, id: string): Promise<T | undefined>;
  /** Includes the sublists, which are links otherwise (`expandSubResources`). */
  getWholeRecord<T>(fields: z.ZodMiniType<T>, type: RecordType, id: string): Promise<T | undefined>;
  findByExternalId<T>(fields: z.ZodMiniType<T>, type: RecordType, externalId: string): Promise<T | undefined>;
  /**
   * Idempotent if `replaced` names the sublists of the record, because lines are otherwise added to the existing ones.
   * Returns NetSuite's id.
   */
  upsert(
    type: RecordType,
    externalId: string,
    fields: Record<string, unknown>,
    replaced?: readonly string[],
  ): Promise<string>;
  /**
   * Creates a record that is linked with its source, and returns its id
   * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_159795520083.html). An external id that
   * exists is refused with 400.
   */
  transform(
    source: { type: RecordType; id: string },
    type: RecordType,
    fields: { externalId: string } & Record<string, unknown>,
  ): Promise<string>;
  update(type: RecordType, id: string, fields: Record<string, unknown>): Promise<void>;
  remove(type: RecordType, id: string): Promise<void>;
  /**
   * Customers with ids above `after` up to `to`, by id, without leads, prospects and individuals. NetSuite may reject a
   * range of more than 100,000 ids.
   */
  listCustomers(options: ListOptions & Span): Promise<QueryPage<NetSuiteCustomer>>;
  lastCustomerId(timeoutMs?: number): Promise<string>;
  findCustomer(id: string): Promise<NetSuiteCustomer | undefined>;
  /** Items for sale with ids above `after` up to `to`, by id. NetSuite may reject a range of more than 100,000 ids. */
  listItems(options: ListOptions & Span): Promise<QueryPage<NetSuiteItem>>;
  lastItemId(timeoutMs?: number): Promise<string>;
  findItems(ids: readonly string[], timeoutMs?: number): Promise<NetSuiteItem[]>;
  /**
   * Prices of the items from `from` to `to`, inclusive, by item, level and quantity, as decimal texts in US dollars.
   * `after` is inclusive: prices of its item and level are returned again.
   */
  listPrices(
    options: ListOptions & {
      from: string;
      to: string;
      after?: Pick<NetSuitePrice, "item_id" | "price_level_id"> | undefined;
    },
  ): Promise<QueryPage<NetSuitePrice>>;
  /** Checks access with one query. @throws GatewayError */
  check(): Promise<void>;
};
