/** For `npm run help`; JavaScript, because it runs before packages are installed. */
const commands = {
  "Every day": {
    start: "Start the shop with its local environment: PORT, SANDBOX_PORT, DATA_DIR, SEED",
    dev: "Start it with Vite and React Fast Refresh",
    test: "Run every check and test; -- --changed, or -- --only check|api|browser|deploy [file]",
    check: "Check format, lint, types and unused code",
    build: "Build the worker and the browser's files into dist/",
    help: "Print this table",
  },
  "Write code": {
    new: "Scaffold an API call: -- GET /v1/client/devices listDevices devices",
    "db:generate": "Write a migration from db/schema: -- --name what_it_does",
    "db:squash": "Before a release: replace all migrations by one baseline with the same schema",
    client: "Write the typed client of the API: -- src/crunchbox.ts",
    examples: "Record the examples of the API reference from the demo shop",
  },
  "More tests": {
    "test:nightly": "Run what npm test leaves out: React, dark screens, large data, timing, floods",
    "test:money": "Run the long fault tests of money; a failure prints its seed",
    "test:mutants": "Check that tests find deliberate mistakes: -- words of a name, -- --list",
    "test:contracts": "Compare the gateways with the providers' test environments whose keys are set",
    "test:visual": "Compare screenshots of kit and console with a recorded baseline; -- words of names",
    bench: "Measure the built worker: -- --pages, --lists, --files, --slow, --far",
    house: "Print size and structure beside their goals; -- --sample SEED: comments and names to judge",
    seed: "Fill the database and the fakes with test data: -- --size large",
  },
  "Run a shop (--env staging or --env production)": {
    setup: "Lead from empty accounts to a shop that can sell, step by step",
    doctor: "Name what a deployment, or the running local environment, still lacks",
    deploy: "Check, migrate, upload, try without traffic, then switch or go back",
    wrangler: "Run Cloudflare's command line: -- versions list",
    rehearse: "Run 20 flows of money against the payment provider's sandbox",
    "stripe:endpoints": "Create or update the webhook endpoint at Stripe",
    "db:migrate": "Migrate the database to this checkout",
    "db:roles": "Create the worker's database role, or give it a new password",
    "db:first-admin": "Create the first administrator of an empty shop",
    "db:text": "Publish a version of a legal text: -- --kind terms --version 2027-01 --file terms.html",
    "audit:verify": "Verify the hash chain of the audit log",
  },
};

export const helpText = () =>
  Object.entries(commands)
    .map(([group, scripts]) => {
      const lines = Object.entries(scripts).map(([name, about]) => `  npm run ${name.padEnd(17)}${about}`);
      return `${group}\n${lines.join("\n")}`;
    })
    .join("\n\n");
