import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Role } from "../../db/enums.ts";
import { type Query, query } from "./database.ts";

export const password = "Right-1234!";
/** A hash at an eightieth of the product's cost; the cost is part of the hash. */
const passwordHash = "scrypt$1024$8$1$g6IKiT03y7mv3SbiT-s0pg$nuHjhbxakeNUGqAcWprgoatZ9zcA1DEleFCgJTX0b5E";
/** A hash of the same password at the product's cost, for measurements of sign-ins. */
export const slowPasswordHash = "scrypt$16384$8$5$g6IKiT03y7mv3SbiT-s0pg$WZ3E0karivR8Xj6Qx5GDUp52zkOtm9T2YFzRbOAqPC8";

/** active: set up and agreed. new: never set up. never-agreed: has a password but agreed to no license agreement. */
export type UserState = "active" | "inactive" | "new" | "never-agreed";
export type TestOrganization = { id: string; name: string };
/** The order of names in lists: ignores case and accents, compares digits as numbers. */
export const compareNames = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;

export type TestUser = { id: string; org_id: string; email: string; first_name: string; last_name: string };
export type TestRequest = { id: string; email: string; first_name: string; last_name: string; org_name: string };

export const unique = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 13)}`;
export const uniqueEmail = (): string => `${unique("p")}@example.test`;

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Creates factories that insert rows by SQL, with unique names so that tests do not collide. */
export function factoriesOn(on: Query) {
  const insertOne = async <R extends object>(sql: string, values: unknown[]): Promise<R> => {
    const [row] = await on<R>(sql, values);
    if (!row) throw new Error(`no row came back from: ${sql}`);
    return row;
  };

  const createOrganization = (fields: { is_house?: boolean } = {}) =>
    insertOne<TestOrganization>(
      "insert into organizations (name, billing_email, is_house) values ($1, $2, $3) returning id, name",
      [unique("Org"), uniqueEmail(), fields.is_house ?? false],
    );

  const createUser = async (fields: { org_id?: string; roles?: Role[]; state?: UserState; email?: string } = {}) => {
    const state = fields.state ?? "active";
    const initialHash = state === "new" ? null : passwordHash;
    const hasAgreed = state === "active" || state === "inactive";
    return insertOne<TestUser>(
      `insert into users (org_id, email, first_name, last_name, roles, password_hash, is_email_verified, is_active, agreed_version, agreed_at)
       values ($1, $2, 'Test', $3, $4, $5, true, $6, $7, case when $7::text is not null then now() end)
       returning id, org_id, email, first_name, last_name`,
      [
        fields.org_id ?? (await createOrganization()).id,
        fields.email ?? uniqueEmail(),
        unique("Person"),
        fields.roles ?? ["user"],
        initialHash,
        state !== "inactive",
        hasAgreed ? "2026-01" : null,
      ],
    );
  };

  const createSession = async (userId: string, kind: "cookie" | "bearer" = "cookie"): Promise<string> => {
    const token = randomBytes(32).toString("base64url");
    await on(
      "insert into sessions (token_hash, kind, user_id, expires_at) values ($1, $2, $3, now() + interval '7 days')",
      [sha256(token), kind, userId],
    );
    return token;
  };

  const createAccountRequest = (fields: Partial<Omit<TestRequest, "id">> & { serial?: string } = {}) =>
    insertOne<TestRequest>(
      `insert into account_requests (email, first_name, last_name, org_name, serial) values ($1, $2, $3, $4, $5)
       returning id, email, first_name, last_name, org_name`,
      [
        fields.email ?? uniqueEmail(),
        fields.first_name ?? "Asking",
        fields.last_name ?? unique("Person"),
        fields.org_name ?? unique("Company"),
        fields.serial ?? null,
      ],
    );

  /** Creates a product whose devices have serial numbers of `<prefix>-` and five digits. */
  const createProduct = async (): Promise<{ id: string; serial(): string }> => {
    const prefix = `T${randomBytes(5).toString("hex").toUpperCase()}`;
    const { id } = await insertOne<{ id: string }>(
      "insert into products (name, patterns) values ($1, $2) returning id",
      [unique("Device"), [`${prefix}-\\d{5}`]],
    );
    let serialNumber = randomBytes(4).readUInt32BE();
    const serial = () => `${prefix}-${String((serialNumber += 1) % 100_000).padStart(5, "0")}`;
    return { id, serial };
  };

  return { createOrganization, createUser, createSession, createAccountRequest, createProduct };
}

export type Factories = ReturnType<typeof factoriesOn>;

export const { createOrganization, createUser, createSession, createAccountRequest, createProduct } =
  factoriesOn(query);
