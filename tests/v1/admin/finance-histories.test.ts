// A separate shop, because outstanding, recurring revenue and renewals cover the whole shop.
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFinance } from "../../../worker/contract/v1/admin/finance.ts";
import { listLedger } from "../../../worker/contract/v1/admin/ledger.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { sampleCount } from "../../support/by-night.ts";
import type { Client } from "../../support/client.ts";
import { readCsv } from "../../support/csv/read-csv.ts";
import { openDatabase } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import {
  type History,
  insertHistories,
  planCount,
  productCount,
  productIds,
  randomHistories,
} from "../../support/finance/histories.ts";
import {
  addDays,
  splitByProduct,
  toDay,
  type Move,
  buildMoves,
  withoutLineCents,
  sumOutstanding,
  calculateRecurring,
  sumRenewals,
  sumByKey,
  sumMoves,
} from "../../support/finance/model.ts";

const now = Date.now();
const today = toDay(now);
const seed = now % 1_000_000_007;

let app: Awaited<ReturnType<typeof startOwnApp>>;
let admin: Client;
let histories: History[];
let moves: Move[];
beforeAll(async () => {
  app = await startOwnApp({}, { is_empty: true });
  const database = openDatabase(app.sandbox.databaseUrl);
  admin = (await actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url }).signedInAdmin())
    .client;
  histories = randomHistories(sampleCount({ day: 100, night: 2000 }), now, seed);
  await insertHistories(database, histories);
  moves = buildMoves(histories);
});
afterAll(() => app?.stop());

const readFigures = async (query: Record<string, string>) => (await admin.call(getFinance, { query })).reply();
type Finance = Awaited<ReturnType<typeof readFigures>>;

const movesBetween = (first: string, last: string) => moves.filter(({ day }) => day >= first && day <= last);

const listEntries = async (filter: Record<string, string>) =>
  (await admin.call(listLedger, { query: { sort: "booked_at", limit: "100", ...filter } })).reply();

test(`every booking stands in the ledger once, on its day (seed ${seed})`, async () => {
  const bookings: Awaited<ReturnType<typeof listEntries>>["data"] = [];
  for (let offset = 0; ; offset += 100) {
    const { data } = await listEntries({ offset: String(offset) });
    bookings.push(...data);
    if (data.length < 100) break;
  }
  const texts = bookings.map(({ id, day, line, kind, amount, tax, state, organization, invoice }) =>
    [id, day, line, kind, amount, tax, state, organization.id, invoice.id].join(" "),
  );
  const expected = moves.map(({ id, day, line, kind, cents, tax, state, org, invoice }) =>
    [id, day, line, kind, cents, tax, state, org, invoice].join(" "),
  );
  expect(texts.toSorted()).toEqual(expected.toSorted());
});

const customRange = { from: addDays(today, -173), to: addDays(today, -20) };
const ranges: Record<string, string>[] = [
  {},
  { by: "week" },
  { preset: "last_month" },
  { preset: "this_quarter" },
  { preset: "last_quarter", by: "month" },
  { preset: "this_year" },
  { preset: "last_year", by: "week" },
  customRange,
  { ...customRange, by: "day" },
  { from: addDays(today, -31), to: addDays(today, -31) },
  { from: addDays(today, -500), to: addDays(today, 40), by: "month" },
  { from: "2001-01-01", to: "2001-01-31" },
];

test.each(ranges)(`the figures of %j are the model's (seed ${seed})`, async (query) => {
  const figures = await readFigures(query);
  const { from, to, before } = figures;
  const movesInRange = movesBetween(from, to);
  expect(figures.totals).toEqual(sumMoves(movesInRange));
  expect(before).toEqual({
    from: before.from,
    to: before.to,
    ...sumMoves(movesBetween(before.from, before.to)),
  });
  expectPeriods(figures);
  expectGroups(figures, movesInRange);
  expectProducts(figures, movesInRange);
  expect(figures.outstanding.map(({ age, ...sum }) => [age, sum])).toEqual(
    Object.entries(sumOutstanding(histories, today)),
  );
  const plans = histories.flatMap((each) => each.plans);
  const { plans: byPlan, ...whole } = figures.recurring;
  expect(whole).toEqual(calculateRecurring(plans, to, now));
  const expectedPlans = productIds
    .slice(productCount, productCount + planCount)
    .map(
      (id, at) =>
        [
          id,
          calculateRecurring(
            plans.filter(({ product }) => product === productCount + at),
            to,
            now,
          ),
        ] as const,
    )
    .filter(([, { subscriptions, ended }]) => subscriptions + ended > 0);
  expect(new Map(byPlan.map(({ product_id, name: _name, ...sums }) => [product_id, sums]))).toEqual(
    new Map(expectedPlans),
  );
  expect(figures.renewals).toEqual(sumRenewals(plans, now));
});

function expectPeriods({ from, to, before, periods }: Finance) {
  expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([from, to]);
  const shiftDays = (Date.parse(from) - Date.parse(before.from)) / 86_400_000;
  const shiftedMoves = movesBetween(before.from, before.to).map((move) => {
    const day = addDays(move.day, shiftDays);
    return { ...move, day: day > to ? to : day };
  });
  for (const [at, { from: first, to: last, is_running, net_before, ...sums }] of periods.entries()) {
    if (at > 0) expect(first).toBe(addDays(periods[at - 1]?.to ?? "", 1));
    expect(sums).toEqual(sumMoves(movesBetween(first, last)));
    expect(net_before).toBe(sumMoves(shiftedMoves.filter(({ day }) => day >= first && day <= last)).net);
    if (last < today || first > today) expect(is_running).toBe(false);
  }
}

function expectGroups(figures: Finance, movesInRange: readonly Move[]) {
  const organizations = sumByKey(movesInRange.map((move) => ({ ...move, key: move.org })));
  expect(figures.organizations.map(({ id, name: _name, ...sums }) => [id, sums])).toEqual(organizations.slice(0, 20));
  const sumsByName = (rows: Finance["price_levels"]) => new Map(rows.map(({ name, ...sums }) => [name, sums]));
  expect(sumsByName(figures.price_levels)).toEqual(
    new Map(sumByKey(movesInRange.map((move) => ({ ...move, key: move.level })))),
  );
  const statesWithoutTax = figures.states.map(({ tax: _tax, ...row }) => row);
  expect(sumsByName(statesWithoutTax)).toEqual(
    new Map(sumByKey(movesInRange.map((move) => ({ ...move, key: move.state })))),
  );
  const taxIn = (state: string | null) =>
    movesInRange.reduce((sum, move) => sum + (move.state === state ? move.tax : 0), 0);
  expect(figures.states.map(({ name, tax }) => [name, tax])).toEqual(
    figures.states.map(({ name }) => [name, taxIn(name)]),
  );
}

function expectProducts(figures: Finance, movesInRange: readonly Move[]) {
  const products = sumByKey(splitByProduct(movesInRange));
  expect(figures.products.map(({ id, name: _name, ...sums }) => [id, sums])).toEqual(products.slice(0, 50));
  const otherIds = new Set(products.slice(50).map(([id]) => id));
  expect(figures.other_products).toEqual(sumMoves(splitByProduct(movesInRange).filter(({ key }) => otherIds.has(key))));
  expect(figures.not_by_line).toEqual(sumMoves(withoutLineCents(movesInRange)));
  const rows = [...figures.products, figures.other_products, figures.not_by_line];
  for (const line of ["gross", "refunds", "disputes", "net"] as const)
    expect(rows.reduce((sum, row) => sum + row[line], 0)).toBe(figures.totals[line]);
}

test(`every figure of a group leads to rows of the ledger that make it (seed ${seed})`, async () => {
  const { from, to } = customRange;
  const figures = await readFigures(customRange);
  const groups = [
    ...figures.products.slice(0, 12).map((row) => [{ product_id: row.id }, row] as const),
    [{ is_not_by_line: "true" }, figures.not_by_line] as const,
    ...figures.organizations.slice(0, 5).map((row) => [{ org_id: row.id }, row] as const),
    ...figures.price_levels.flatMap((row) =>
      row.name === null ? [] : [[{ price_level_name: row.name }, row] as const],
    ),
    ...figures.states.flatMap((row) => (row.name === null ? [] : [[{ state: row.name }, row] as const])),
  ];
  expect(groups.length).toBeGreaterThan(20);
  for (const [filter, sums] of groups) {
    const { meta, data } = await listEntries({ from, to, ...filter });
    expect(meta.amount, JSON.stringify(filter)).toBe(sums.net);
    if (meta.count <= data.length) {
      const entrySums = data.map(({ line, amount, part }) => ({ line, cents: part ?? amount }));
      expect(sumMoves(entrySums)).toEqual({
        gross: sums.gross,
        refunds: sums.refunds,
        disputes: sums.disputes,
        net: sums.net,
      });
    }
    for (const line of ["gross", "refunds", "disputes"] as const)
      expect((await listEntries({ from, to, line, ...filter })).meta.amount).toBe(sums[line]);
  }
});

test(`the tax of each state is that of its rows in the ledger's file (seed ${seed})`, async () => {
  const { from, to } = customRange;
  const { states } = await readFigures(customRange);
  const answer = await admin.fetch(`/admin/finance/ledger?${new URLSearchParams({ from, to, format: "csv" })}`);
  const { head, rows } = await readCsv(await answer.text());
  const [taxAt, stateAt] = [head.indexOf("Tax"), head.indexOf("State")];
  expect(states.length).toBeGreaterThan(2);
  for (const { name, tax } of states) {
    const cents = rows
      .filter((row) => row[stateAt] === (name ?? ""))
      .map((row) => Math.round(Number(row[taxAt]) * 100));
    expect(
      cents.reduce((sum, each) => sum + each, 0),
      String(name),
    ).toBe(tax);
  }
});
