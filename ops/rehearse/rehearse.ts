import { runCommand } from "../run-command.ts";
import { readTarget, CommandError } from "../target.ts";
import { flows } from "./flows/index.ts";
import { playAll } from "./play.ts";
import { openStage } from "./stage.ts";

/**
 * `STRIPE_TEST_KEY=sk_test_... npm run rehearse` runs every payment flow against a Stripe sandbox with test clocks.
 * Without that key, the flows use the key of the target (`--env`), by default of the local environment.
 */
await runCommand(async (args) => {
  const { STRIPE_TEST_KEY } = process.env;
  const settings = STRIPE_TEST_KEY
    ? { STRIPE_SECRET_KEY: STRIPE_TEST_KEY, STRIPE_API_URL: "https://api.stripe.com" }
    : (await readTarget(args, process.env)).settings;
  const { STRIPE_SECRET_KEY = "", STRIPE_API_URL = "" } = settings;
  if (!STRIPE_SECRET_KEY) throw new CommandError("Set STRIPE_TEST_KEY, or start the sandbox with `npm start`.");
  const stage = await openStage({ STRIPE_SECRET_KEY, STRIPE_API_URL });
  const failures = await playAll(flows, stage).finally(() => stage.close());
  console.log(
    failures === 0 ? `\nAll ${flows.length} flows ended as they should.` : `\n${failures} of ${flows.length} did not.`,
  );
  return failures === 0 ? 0 : 1;
});
