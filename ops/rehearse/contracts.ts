import { runCommand } from "../run-command.ts";
import { CommandError } from "../target.ts";
import { carrierContract, carrierNames, isCarrierTest, openCarrier } from "./contracts/carrier.ts";
import { isNetSuiteTest, netSuiteContract, netSuiteNames, openNetSuite } from "./contracts/net-suite.ts";
import { flows } from "./flows/index.ts";
import { playAll } from "./play.ts";
import { openStage } from "./stage.ts";

const prefix = "TEST_";

/**
 * `npm run test:contracts` tests the assumptions of the gateways against the providers' test environments, with the
 * keys in `TEST_...`. A provider without keys is left out.
 */
await runCommand(async () => {
  const contracts = [
    ["payment provider", playPayments],
    ["accounting", playAccounting],
    ["carrier", playCarrier],
  ] as const;
  let failures = 0;
  for (const [name, play] of contracts) {
    const failed = await play();
    if (failed === undefined) console.log(`not run: no keys (${name})`);
    failures += failed ?? 0;
  }
  console.log(failures === 0 ? "\nNothing differed." : `\n${failures} differed.`);
  return failures === 0 ? 0 : 1;
});

/** Returns the number of failed flows; undefined without a key. @throws CommandError for a key of live mode */
async function playPayments(): Promise<number | undefined> {
  const settings = readSettings(["STRIPE_SECRET_KEY"]);
  if (!settings) return undefined;
  const stage = await openStage({ STRIPE_API_URL: "https://api.stripe.com", ...settings });
  try {
    return await playAll(flows, stage);
  } finally {
    await stage.close();
  }
}

async function playAccounting(): Promise<number | undefined> {
  const settings = readSettings(netSuiteNames);
  if (!settings) return undefined;
  requireTest("NETSUITE_API_URL", settings.NETSUITE_API_URL, isNetSuiteTest);
  return playAll(netSuiteContract, openNetSuite(settings));
}

async function playCarrier(): Promise<number | undefined> {
  const settings = readSettings(carrierNames);
  if (!settings) return undefined;
  requireTest("FULEX_API_URL", settings.FULEX_API_URL, isCarrierTest);
  return playAll(carrierContract, openCarrier(settings));
}

/** Undefined if none of the settings is set. @throws CommandError that names the missing settings */
function readSettings<Name extends string>(names: readonly Name[]): Record<Name, string> | undefined {
  const missing = names.filter((name) => !process.env[prefix + name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new CommandError(`Set ${missing.map((name) => prefix + name).join(" and ")}, too.`);
  // as: every name has a value
  return Object.fromEntries(names.map((name) => [name, process.env[prefix + name]])) as Record<Name, string>;
}

/** Contracts save and delete records, so they must not run against a production account. @throws CommandError */
function requireTest(name: string, address: string, isTest: (url: URL) => boolean): void {
  const url = URL.parse(address);
  if (url && (isTest(url) || url.hostname === "localhost")) return;
  throw new CommandError(`${prefix}${name} is no test environment: ${address}.`);
}
