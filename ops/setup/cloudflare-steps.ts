import { accountPath, request } from "../cloudflare.ts";
import { anchorLock } from "../doctor/cloudflare.ts";
import { commandStep, doctorCheck, firstProblem, questionStep, type Step, manualStep } from "./steps.ts";

export const cloudflareSteps: Step[] = [
  questionStep({
    name: "CLOUDFLARE_API_TOKEN",
    label:
      "A custom token of Cloudflare with the permissions that docs/deploy.md lists, from https://dash.cloudflare.com/profile/api-tokens.",
    is_secret: true,
    goes: "file",
    check: doctorCheck("Cloudflare: token"),
  }),
  questionStep({
    name: "CLOUDFLARE_ACCOUNT_ID",
    label: "The id of the account: the 32 characters after https://dash.cloudflare.com/ in the address of its pages.",
    goes: "file",
    check: async (target, id) =>
      /^[0-9a-f]{32}$/.test(id) ? firstProblem(target, ["Cloudflare: token"]) : "It has 32 characters of 0-9 and a-f.",
  }),
  manualStep("The plan of Cloudflare", ["Cloudflare: plan"]),
  commandStep("Create the queues", doctorCheck("Cloudflare: queue"), async ({ settings, deployment: { queues } }) => {
    const path = `${accountPath(settings)}/queues`;
    const permission = "Queues: Edit";
    const existingQueues = JSON.stringify(await request(settings, { path, permission }));
    for (const queue_name of queues.filter((queue) => !existingQueues.includes(`"queue_name":"${queue}"`)))
      await request(settings, { method: "POST", path, body: { queue_name }, permission });
  }),
  commandStep("Create the bucket", doctorCheck("Cloudflare: bucket"), async ({ settings, deployment: { buckets } }) => {
    const path = `${accountPath(settings)}/r2/buckets`;
    const permission = "Workers R2 Storage: Edit";
    const existingBuckets = JSON.stringify(await request(settings, { path, permission }));
    for (const name of buckets.filter((bucket) => !existingBuckets.includes(`"name":"${bucket}"`)))
      await request(settings, { method: "POST", path, body: { name }, permission });
  }),
  commandStep(
    "Lock the anchors of the audit log",
    doctorCheck("Cloudflare: audit anchors"),
    async ({ settings, deployment }) => {
      const [bucket = ""] = deployment.buckets;
      const path = `${accountPath(settings)}/r2/buckets/${bucket}/lock`;
      const permission = "Workers R2 Storage: Edit";
      const { rules = [] }: { rules?: { id: string }[] } = Object(await request(settings, { path, permission }));
      const { id, prefix, days } = anchorLock;
      const rule = { id, prefix, enabled: true, condition: { type: "Age", maxAgeSeconds: days * 86_400 } };
      const body = { rules: [...rules.filter((each) => each.id !== id), rule] };
      await request(settings, { method: "PUT", path, body, permission });
    },
  ),
  // The token is checked again, because its permissions for the zone are visible only once the zone exists.
  manualStep("The zone", ["Cloudflare: token", "zone: settings", "zone: bots", "zone: rules"]),
];
