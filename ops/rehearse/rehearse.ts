import { runCommand } from "../run-command.ts";
import { readTarget, Refusal } from "../target.ts";
import { flows } from "./flows/index.ts";
import { openStage } from "./stage.ts";

/**
 * `STRIPE_TEST_KEY=sk_test_... npm run rehearse` runs every payment flow against a Stripe sandbox with test clocks;
 * without a key against the local environment.
 */
await runCommand(async (args) => {
  const { STRIPE_TEST_KEY } = process.env;
  const settings = STRIPE_TEST_KEY
    ? { STRIPE_SECRET_KEY: STRIPE_TEST_KEY, STRIPE_API_URL: "https://api.stripe.com" }
    : (await readTarget(args, process.env)).settings;
  const { STRIPE_SECRET_KEY = "", STRIPE_API_URL = "" } = settings;
  if (!STRIPE_SECRET_KEY) throw new Refusal("Set STRIPE_TEST_KEY, or start the sandbox with `npm start`.");
  const stage = await openStage({ STRIPE_SECRET_KEY, STRIPE_API_URL });
  let failures = 0;
  try {
    for (const { name, play } of flows) {
      const startedAt = performance.now();
      const problem = await play(stage).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(problem === undefined ? `ok      ${name} (${seconds} s)` : `FAILED  ${name}\n        ${problem}`);
      if (problem !== undefined) failures += 1;
    }
  } finally {
    await stage.close();
  }
  console.log(
    failures === 0 ? `\nAll ${flows.length} flows ended as they should.` : `\n${failures} of ${flows.length} did not.`,
  );
  return failures === 0 ? 0 : 1;
});
