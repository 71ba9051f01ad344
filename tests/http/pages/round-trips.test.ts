import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNote } from "../../../worker/contract/v1/admin/notes.ts";
import { type RecordedWorker, startRecordedWorker } from "../../support/app.ts";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import { countRoundTrips, recordTrips } from "../../support/round-trips.ts";
import { type Buyer, shop } from "../../support/store.ts";

let worker: RecordedWorker;
beforeAll(async () => {
  worker = await startRecordedWorker();
});
afterAll(() => worker?.stop());

/** A client of the recorded worker; the app's main worker does background work, such as sending mails. */
const clientAtWorker = ({ token }: Buyer): Client => createClient({ url: worker.url, session: token });

const countTrips = (client: Client, path: string): Promise<number> =>
  countRoundTrips(worker, async () => {
    const response = await client.fetch(path);
    expect(response.status, path).toBe(200);
    return response;
  });

describe("with the database far away, a page costs one round trip", () => {
  let person: Buyer;
  let paths: Record<"product" | "order" | "again" | "subscription" | "result", string>;
  beforeAll(async () => {
    const product = await shop.createProduct();
    const { bought, ...buyer } = await shop.purchase([product, await shop.createPlan()]);
    person = buyer;
    paths = {
      product: `/store/products/${product.id}`,
      order: `/portal/orders/${bought.order_id}`,
      again: `/portal/orders/${bought.order_id}/again`,
      subscription: `/portal/subscriptions/${bought.subscription_ids[0]}`,
      result: `/store/checkout/${bought.cart_no}`,
    };
  });

  test.each([
    "/store/products?search=spectra",
    "/portal/search?search=spectra",
    "/portal/notifications?is_read=false&search=shipped",
  ])("%s", async (path) => {
    expect(await countTrips(clientAtWorker(person), path)).toBe(1);
  });

  test("a colleague's page", async () => {
    const { token, user } = await signedIn({ roles: ["org", "user"] });
    const { id } = await createUser({ org_id: user.org_id });
    expect(await countTrips(createClient({ url: worker.url, session: token }), `/portal/people/${id}`)).toBe(1);
  });

  test.each(["product", "order", "again", "subscription"] as const)("that of one %s", async (name) => {
    expect(await countTrips(clientAtWorker(person), paths[name])).toBe(1);
  });

  test.each(["/admin/search?q=spectra", "/admin/requests/list?status=pending"])("%s", async (path) => {
    const { token } = await signedInAdmin();
    expect(await countTrips(createClient({ url: worker.url, session: token }), path)).toBe(1);
  });

  test("that of an administrator's own note", async () => {
    const { client, token, user } = await signedInAdmin();
    const subject = { subject_type: "organization", subject_id: user.org_id } as const;
    const { id } = (await client.call(createNote, { body: { ...subject, text: "Call back on Monday" } })).reply();
    expect(await countTrips(createClient({ url: worker.url, session: token }), `/admin/notes/${id}/edit`)).toBe(1);
  });

  test.each(["/portal/orders?format=csv", "/portal/activity?format=csv", "/portal/invoices/statement"])(
    "the file of %s",
    async (path) => {
      const { token } = await signedIn({ roles: ["org", "buyer", "user"] });
      expect(await countTrips(createClient({ url: worker.url, session: token }), path)).toBe(1);
    },
  );

  test.each(["organizations", "products", "audit"])("the file of an administrator's %s", async (list) => {
    const { token } = await signedInAdmin();
    const path = `/admin/${list}?format=csv&search=${token.slice(0, 12)}`;
    expect(await countTrips(createClient({ url: worker.url, session: token }), path)).toBe(1);
  });

  test("the cart and the checkout, with something in them", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()]);
    expect(await countTrips(clientAtWorker(buyer), "/store/cart")).toBe(1);
    expect(await countTrips(clientAtWorker(buyer), "/store/checkout")).toBe(1);
  });

  test("the result of a payment", async () => {
    expect(await countTrips(clientAtWorker(person), paths.result)).toBe(1);
  });
});

describe("what is batched with the session lookup is read only for a session with access", () => {
  async function fetchCartVersion(userId: string): Promise<number | undefined> {
    const [cart] = await query<{ version: number }>("select version from carts where user_id = $1", [userId]);
    return cart?.version;
  }

  /** Creates a cart with a product whose price has changed, so that the owner's next view raises the cart's version. */
  async function createOutdatedCart(): Promise<Buyer> {
    const buyer = await shop.buyer();
    const product = await shop.createProduct({ price_levels: { "Base Price": 300 } });
    await shop.fillCart(buyer, [product]);
    await query(`update products set price_levels = '{"Base Price": 400}' where id = $1`, [product.id]);
    return buyer;
  }

  test("the owner of a cart sees its new price", async () => {
    const buyer = await createOutdatedCart();
    const versionBefore = await fetchCartVersion(buyer.user.id);
    expect(await (await clientAtWorker(buyer).fetch("/store/cart")).text()).toContain("$3.00 is now $4.00");
    expect(await fetchCartVersion(buyer.user.id)).toBe((versionBefore ?? 0) + 1);
  });

  test.each(["revoked_at = now()", "expires_at = now() - interval '1 second'", "user_epoch = user_epoch - 1"])(
    "a session that has ended (%s) changes nothing",
    async (change) => {
      const buyer = await createOutdatedCart();
      const versionBefore = await fetchCartVersion(buyer.user.id);
      await query(`update sessions set ${change} where user_id = $1`, [buyer.user.id]);
      expect((await clientAtWorker(buyer).fetch("/store/cart")).headers.get("location")).toMatch(
        /^\/sign-in\/crunchbox\?/,
      );
      expect(await fetchCartVersion(buyer.user.id)).toBe(versionBefore);
    },
  );

  test("a person who was inactivated changes nothing", async () => {
    const buyer = await createOutdatedCart();
    const versionBefore = await fetchCartVersion(buyer.user.id);
    await query("update users set is_active = false where id = $1", [buyer.user.id]);
    expect((await clientAtWorker(buyer).fetch("/store/cart")).status).toBe(302);
    expect(await fetchCartVersion(buyer.user.id)).toBe(versionBefore);
  });

  test("an administrator who acts as a person reads nothing of a page that is theirs alone", async () => {
    const { token } = await impersonating();
    const actingClient = createClient({ url: worker.url, session: token });
    const [firstTrip = [], ...more] = await recordTrips(worker.recorder, async () => {
      const response = await actingClient.fetch("/portal/sessions");
      expect(response.status).toBe(403);
      return response;
    });
    expect(firstTrip.length).toBeGreaterThan(2);
    expect(more).toEqual([]);
  });

  test("the database runs what is batched with a session lookup only after the lookup announced a user", async () => {
    const run = async (lookup: string) => {
      const parts = [lookup, "0", "select $1::int as n", "1", "7"];
      const [row] = await query<{ answers: string }>("select run_prepared(variadic $1::text[]) as answers", [parts]);
      return JSON.parse(row?.answers ?? "");
    };
    expect(await run("select 1 as a")).toEqual([[{ a: 1 }]]);
    expect(await run("select set_config('caller.session_id', 'x', true) as a")).toEqual([[{ a: "x" }], [{ n: 7 }]]);
    expect(await run("select 1 as a"), "the next call on the connection").toEqual([[{ a: 1 }]]);
  });

  test("a column that JSON would change is refused, whenever it is asked for", async () => {
    const run = () => query("select run_prepared('select count(*) as n from carts', '0')");
    await expect(run()).rejects.toThrow("a column would come as another value");
    await expect(run()).rejects.toThrow("a column would come as another value");
  });

  test("another organization's order is refused, and its page names nothing of it", async () => {
    const { bought } = await shop.purchase([await shop.createProduct({ name: "Secret spectrometer" })]);
    const stranger = await shop.buyer();
    const answer = await clientAtWorker(stranger).fetch(`/portal/orders/${bought.order_id}`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain("Secret spectrometer");
  });
});
