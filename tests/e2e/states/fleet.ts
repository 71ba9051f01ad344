import type { Page } from "playwright";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signIn } from "../../../worker/contract/v1/sso/session.ts";
import { type Actor, signedIn, visitor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createUser, password } from "../../support/factories.ts";
import { button, field } from "../account/steps.ts";
import { createFleetManager } from "./pages.ts";
import { openPath, type State } from "./state.ts";

const createManager = () => signedIn({ roles: ["org", "buyer", "user"] });

let fleet: Actor;
const createFleet = async () => (fleet = await createFleetManager());

const checkLines = (count: number, extraLine: string) => async (page: Page) => {
  const devices = await query<{ serial: string }>(
    "select serial from devices where org_id = $1 order by serial limit $2",
    [fleet.user.org_id, count],
  );
  const lines = devices.map(
    ({ serial }, hall) => `${serial}, Press at the left of hall ${hall}, Chicago, "line 2, spare"`,
  );
  await page.goto(pages.importDevices);
  await field(page, "Serial number, name, site, tags").fill([...lines, extraLine].join("\n"));
  await button(page, "Check these lines").click();
  await expect(page.getByRole("heading", { name: "Your lines" })).toBeVisible();
};

/** Creates a user who has signed in from two countries, the second time with another browser. */
async function createTraveler(userFields: { org_id?: string } = {}): Promise<Actor> {
  const user = await createUser(userFields);
  let lastClient = visitor();
  for (const [country, city, browser] of [
    ["DE", "Berlin", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    [
      "FR",
      "Lyon",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ],
  ] as const) {
    lastClient = visitor();
    const headers = { "x-sandbox-country": country, "x-sandbox-city": city, "user-agent": browser };
    (await lastClient.call(signIn, { body: { username: user.email, password }, headers })).reply();
  }
  return { user, client: lastClient, token: lastClient.cookies.get("__Host-session") ?? "" };
}

/** A colleague of the viewer, set before the page opens. */
let colleague: Actor;
async function createColleague(): Promise<Actor> {
  const viewer = await createManager();
  colleague = await createTraveler({ org_id: viewer.user.org_id });
  return viewer;
}

export const fleetStates: State[] = [
  { name: "device updates, many", who: createFleet, reach: openPath(pages.deviceUpdates) },
  { name: "device updates, none", who: createManager, reach: openPath(pages.deviceUpdates) },
  { name: "import names", who: createManager, reach: openPath(pages.importDevices) },
  { name: "import names, all can be saved", who: createFleet, reach: checkLines(3, "") },
  { name: "import names, some cannot be saved", who: createFleet, reach: checkLines(2, "NONE-1, Lost, Boston") },
  { name: "security events, none", who: createManager, reach: openPath(pages.securityEvents) },
  { name: "security events", who: () => createTraveler(), reach: openPath(pages.securityEvents) },
  {
    name: "security events of a colleague",
    who: createColleague,
    reach: (page) => page.goto(hrefOf(pages.personSecurityEvents, { id: colleague.user.id })),
  },
];
