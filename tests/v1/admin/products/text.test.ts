import { expect, test } from "vitest";
import { getAdminProduct, updateProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { getProduct } from "../../../../worker/contract/v1/store/products.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { shop } from "../../../support/store.ts";

const text = {
  category: "Sensors",
  short_description: "Measures colour.",
  long_description: "One.\n\nTwo.",
  detailed_description: [{ title: "Optics", description: "Two mirrors." }],
  key_features: ["Fast", "Small"],
  author: "CGX",
  compatibility: ["Gate"],
  devices: ["Spectra"],
  platforms: ["Windows"],
  software_use_cases: ["Colour"],
  requirements: "Power",
  certifications: "CE",
  format: "10 x 10 cm",
  availability: "Soon",
  main_image: "https://images.example.com/a.png",
  other_images: ["/products/spectra-100.svg"],
  downloads: [{ name: "Data sheet", link: "https://downloads.example.com/a.pdf" }],
  links: [{ name: "More", link: "https://example.com" }],
};

test("all that customers read of a product is changed by one call, and what is left out stays", async () => {
  const { client, user } = await signedInAdmin();
  const { id } = await shop.createProduct();
  const params = { product_id: id };
  const changed = (await client.call(updateProduct, { params, body: { ...text, position: 7, notes: "Ours" } })).reply();
  expect(changed).toMatchObject({ ...text, position: 7, notes: "Ours", price_levels: { "Base Price": 100_00 } });
  const reader = await signedIn();
  expect((await reader.client.call(getProduct, { params: { id } })).reply()).toMatchObject(text);
  const partly = (await client.call(updateProduct, { params, body: { category: null, key_features: [] } })).reply();
  expect(partly).toMatchObject({ ...text, category: null, key_features: [], position: 7 });
  const [entry] = await query(
    `select data -> 'changes' as changes from audit_log
     where subject_id = $1 and action = 'updateProduct' and actor_id = $2 order by id desc limit 1`,
    [id, user.id],
  );
  expect(entry).toEqual({ changes: { category: ["Sensors", null], key_features: [["Fast", "Small"], []] } });
});

test("of ten who changed the same version one has done it, who comes later is told that it is outdated", async () => {
  const { client } = await signedInAdmin();
  const { id } = await shop.createProduct();
  const params = { product_id: id };
  const { updated_at } = (await client.call(getAdminProduct, { params })).reply();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      client.call(updateProduct, { params, body: { short_description: `Words ${n}`, updated_at } }),
    ),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(1);
  const late = await client.call(updateProduct, { params, body: { short_description: "Late", updated_at } });
  expect([late.status, late.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
  const current = (await client.call(getAdminProduct, { params })).reply();
  expect(current.short_description).toBe(accepted[0]?.reply().short_description);
  // Without a version, the call overwrites.
  expect((await client.call(updateProduct, { params, body: { category: "Late" } })).status).toBe(200);
});

test("software in the store keeps an author, and addresses lead nowhere but to the web", async () => {
  const { client } = await signedInAdmin();
  const { id } = await shop.createPlan();
  const fetchOutcome = async (body: object, product_id = id) => {
    const answer = await client.call(updateProduct, { params: { product_id }, body });
    return answer.errcode ?? answer.issues[0]?.path.join(".") ?? answer.status;
  };
  expect(await fetchOutcome({ author: "" })).toBe("PRODUCT_AUTHOR_REQUIRED");
  expect(await fetchOutcome({ author: null })).toBe("PRODUCT_AUTHOR_REQUIRED");
  expect(await fetchOutcome({ author: "Somebody" })).toBe(200);
  for (const link of ["javascript:alert(1)", "http://example.com", "//evil.example", "/\\evil.example", ""])
    expect([link, await fetchOutcome({ links: [{ name: "x", link }] })]).toEqual([link, "links.0.link"]);
  expect(await fetchOutcome({ main_image: "data:image/png;base64,x" })).toBe("main_image");
  expect(await fetchOutcome({ updated_at: "yesterday" })).toBe("updated_at");
  expect(await fetchOutcome({ position: -1 })).toBe("position");
  expect(await fetchOutcome({ category: "x" }, "00000000-0000-4000-8000-000000000000")).toBe("PRODUCT_NOT_FOUND");
});
