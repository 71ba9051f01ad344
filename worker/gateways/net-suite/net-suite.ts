import type * as z from "zod/mini";

/** The settings of the account; all of them, or none where the shop has no accounting system. */
export type NetSuiteSettings = {
  /** `https://<account id>.suitetalk.api.netsuite.com`, without a path. */
  NETSUITE_API_URL: string;
  /** Of the integration record. */
  NETSUITE_CLIENT_ID: string;
  /** The id that NetSuite gave the certificate; `kid` of the signed token. */
  NETSUITE_CERTIFICATE_ID: string;
  /** PKCS#8 in PEM, its line breaks as they are or written as `\n`. */
  NETSUITE_PRIVATE_KEY: string;
};

/** A record's type in the addresses of the record service, as `salesOrder`. */
export type RecordType =
  | "customer"
  | "inventoryItem"
  | "salesOrder"
  | "invoice"
  | "creditMemo"
  | "itemFulfillment"
  | (string & {});

/** Rows of a query in its order; `has_more`: there are further ones behind them. */
export type QueryPage<T> = { rows: T[]; has_more: boolean };
export type PageOptions = {
  /** At most 1,000. */
  limit: number;
  /** A multiple of `limit`; 0 when left out. Rows move between pages: prefer a key in the query. */
  offset?: number;
  timeoutMs?: number | undefined;
};

/** Texts as NetSuite has them; null where it has none. */
export type NetSuiteCustomer = {
  id: string;
  name: string | null;
  email: string | null;
  price_level_name: string | null;
  /** Of the default billing address; `country` is ISO 3166 alpha-2. */
  address: Record<"line1" | "line2" | "city" | "state" | "postal_code" | "country", string | null>;
  is_inactive: boolean;
};
export type NetSuiteItem = {
  id: string;
  /** What people know it by: our SKU. */
  item_id: string | null;
  display_name: string | null;
  /** As `InvtPart`, `Service`, `DwnLdItem`. */
  type: string | null;
  is_inactive: boolean;
};
/** What one piece of an item costs at a price level, as a decimal text in US dollars. */
export type NetSuitePrice = {
  item_id: string;
  price_level_id: string;
  price_level_name: string | null;
  unit_price: string | null;
};

type Span = { after: string; to: string };
type Ask = { limit: number; timeoutMs?: number | undefined };

/**
 * The accounting system. Every verb throws GatewayError; `retryable` tells whether the same call may succeed later, `reason`
 * is what NetSuite said, for those who run the shop. Ids are NetSuite's internal ids, digits only.
 */
export type NetSuiteGateway = {
  /** Runs one SuiteQL statement. Values in it are the caller's to make safe: numbers. */
  query<T>(row: z.ZodMiniType<T>, q: string, page: PageOptions): Promise<QueryPage<T>>;
  /** A record by its id, undefined when there is none. Only the fields of the schema are kept. */
  getRecord<T>(fields: z.ZodMiniType<T>, type: RecordType, id: string): Promise<T | undefined>;
  /** The same with its lists, which stand behind links otherwise (`expandSubResources`). */
  getWholeRecord<T>(fields: z.ZodMiniType<T>, type: RecordType, id: string): Promise<T | undefined>;
  /** A record by the id that we gave it, undefined when there is none. */
  findByExternalId<T>(fields: z.ZodMiniType<T>, type: RecordType, externalId: string): Promise<T | undefined>;
  /**
   * Makes the record with our id, or changes the one that has it; answers NetSuite's id. Safe to repeat where the lists that
   * it has are named in `replaced`: lines are added to those that are there otherwise.
   */
  upsert(
    type: RecordType,
    externalId: string,
    fields: Record<string, unknown>,
    replaced?: readonly string[],
  ): Promise<string>;
  /** Customers behind `after` up to `to`, by id; of more than 100,000 ids at once NetSuite may refuse to tell. */
  listCustomers(ask: Ask & Span): Promise<QueryPage<NetSuiteCustomer>>;
  /** The largest id that a customer has now; "0" where there is none. */
  lastCustomerId(timeoutMs?: number): Promise<string>;
  findCustomer(id: string): Promise<NetSuiteCustomer | undefined>;
  /** Items that can be sold behind `after` up to `to`, by id; the same holds for them. */
  listItems(ask: Ask & Span): Promise<QueryPage<NetSuiteItem>>;
  /** The largest id that an item that can be sold has now; "0" where there is none. */
  lastItemId(timeoutMs?: number): Promise<string>;
  /** Those of the items with these ids that are there, by id. At most 1,000 ids. */
  findItems(ids: readonly string[], timeoutMs?: number): Promise<NetSuiteItem[]>;
  /**
   * Prices for one piece of the items between `from` and `to`, both included, by item and level; only those behind the
   * item and level of `after`, where it is there.
   */
  listPrices(
    ask: Ask & { from: string; to: string; after?: Pick<NetSuitePrice, "item_id" | "price_level_id"> | undefined },
  ): Promise<QueryPage<NetSuitePrice>>;
  /** Whether the account lets us in and answers a query; throws what is wrong. */
  check(): Promise<void>;
};
