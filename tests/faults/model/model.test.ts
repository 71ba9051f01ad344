import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import type { Actor } from "../../support/actors.ts";
import { patienceMs } from "../../support/patience.ts";
import { type FaultApp, startFaultApp } from "../fault-app.ts";
import { listRows } from "../invariants/our-records.ts";
import { chooseCount } from "../runs.ts";
import { onAccount } from "./account.ts";
import { approvals } from "./approvals.ts";
import { everyday } from "./commands.ts";
import { kills } from "./kills.ts";
import { moneyBack } from "./money-back.ts";
import { buyPlan, plans } from "./plans.ts";
import { deliver, endPlans, expectSame, createReal } from "./real.ts";
import { createState, resolve } from "./state.ts";

const runCount = Number(process.env["MODEL_RUNS"] ?? chooseCount({ short: 6, full: 2000 }));
const maxSteps = chooseCount({ short: 15, full: 40 });
const seed = Number(process.env["FC_SEED"] ?? 20261122);
// A failure prints these: FC_SEED=... FC_PATH=... FC_REPLAY=... repeat its sequence; FC_SHRINK=no stops at the first
// failure.
const { FC_PATH: path, FC_REPLAY: replayPath, FC_SHRINK: shrink } = process.env;

// Kills take a second or two each, so they are rare.
const usualSteps = [...everyday, ...moneyBack, ...approvals, ...onAccount, ...plans];

let app: FaultApp;
let admin: Actor;
let otherOrgId: string;
beforeAll(async () => {
  app = await startFaultApp();
  admin = await app.shop.signedInAdmin();
  otherOrgId = (await app.shop.purchase([await app.shop.createProduct()])).org_id;
  await app.shop.settled();
  await app.shop.control("/deliveries", { action: "hold" });
});
afterAll(() => app?.stop());

test(
  `whatever happens to an organization's money, in ${runCount} sequences of up to ${maxSteps} steps, the books are the model's (seed ${seed})`,
  { timeout: Math.max(4 * patienceMs, 60_000 + runCount * 20_000) },
  async () => {
    onTestFailed(() =>
      console.log(
        app.lines
          .filter((line) => !line.includes('"level":"info"'))
          .slice(-10)
          .join("\n"),
      ),
    );
    const rowsBefore = await listRows(app.shop.query, otherOrgId);
    let sequenceCount = 0;
    let stepCount = 0;
    const commands = fc.commands([...Array.from({ length: 8 }, () => usualSteps).flat(), ...kills], {
      maxCommands: maxSteps,
      size: "max",
      ...(replayPath ? { replayPath } : {}),
    });
    const property = fc.asyncProperty(fc.boolean(), commands, async (hasPlan, sequence) => {
      await app.shop.sandbox.clearFaults();
      const real = await createReal(app, admin);
      const state = createState(real.rate.price);
      try {
        if (hasPlan) await buyPlan(state, real);
        await fc.asyncModelRun(() => ({ model: state, real }), sequence);
        resolve(state);
        await deliver(real, 1);
        await expectSame(state, real);
      } finally {
        await endPlans(real);
      }
      stepCount += real.steps;
      sequenceCount += 1;
    });
    await fc.assert(property, {
      seed,
      numRuns: runCount,
      endOnFailure: shrink === "no",
      ...(path ? { path } : {}),
    });
    console.log(`model: seed ${seed}, ${sequenceCount} sequences, ${stepCount} steps`);
    expect(sequenceCount).toBeGreaterThan(0);
    // M17 and M6: the rows of another organization are unchanged, and every refund was requested with a key.
    expect(await listRows(app.shop.query, otherOrgId)).toEqual(rowsBefore);
    const refunds = (await app.shop.sandbox.callsTo("stripe")).filter(
      ({ method, path: to }) => method === "POST" && to === "/v1/refunds",
    );
    expect(refunds.filter(({ idempotency_key }) => idempotency_key === null)).toEqual([]);
  },
);
