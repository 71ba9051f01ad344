import { accountOf, request } from "../cloudflare.ts";
import { anchorLock } from "../doctor/cloudflare.ts";
import { command, doctor, firstProblem, question, type Step, task } from "./steps.ts";

export const cloudflareSteps: Step[] = [
  question({
    name: "CLOUDFLARE_API_TOKEN",
    label:
      "A custom token of Cloudflare with the permissions that docs/deploy.md lists, from https://dash.cloudflare.com/profile/api-tokens.",
    is_secret: true,
    goes: "file",
    check: doctor("Cloudflare: token"),
  }),
  question({
    name: "CLOUDFLARE_ACCOUNT_ID",
    label: "The id of the account: the 32 characters after https://dash.cloudflare.com/ in the address of its pages.",
    goes: "file",
    check: async (target, id) =>
      /^[0-9a-f]{32}$/.test(id) ? firstProblem(target, ["Cloudflare: token"]) : "It has 32 characters of 0-9 and a-f.",
  }),
  task("The plan of Cloudflare", ["Cloudflare: plan"]),
  command("Create the queues", doctor("Cloudflare: queue"), async ({ settings, deployment: { queues } }) => {
    const path = `${accountOf(settings)}/queues`;
    const permission = "Queues: Edit";
    const there = JSON.stringify(await request(settings, { path, permission }));
    for (const queue_name of queues.filter((queue) => !there.includes(`"queue_name":"${queue}"`)))
      await request(settings, { method: "POST", path, body: { queue_name }, permission });
  }),
  command("Create the bucket", doctor("Cloudflare: bucket"), async ({ settings, deployment: { buckets } }) => {
    const path = `${accountOf(settings)}/r2/buckets`;
    const permission = "Workers R2 Storage: Edit";
    const there = JSON.stringify(await request(settings, { path, permission }));
    for (const name of buckets.filter((bucket) => !there.includes(`"name":"${bucket}"`)))
      await request(settings, { method: "POST", path, body: { name }, permission });
  }),
  command(
    "Lock the anchors of the audit log",
    doctor("Cloudflare: audit anchors"),
    async ({ settings, deployment }) => {
      const [bucket = ""] = deployment.buckets;
      const path = `${accountOf(settings)}/r2/buckets/${bucket}/lock`;
      const permission = "Workers R2 Storage: Edit";
      const { rules = [] }: { rules?: { id: string }[] } = Object(await request(settings, { path, permission }));
      const { id, prefix, days } = anchorLock;
      const rule = { id, prefix, enabled: true, condition: { type: "Age", maxAgeSeconds: days * 86_400 } };
      const body = { rules: [...rules.filter((each) => each.id !== id), rule] };
      await request(settings, { method: "PUT", path, body, permission });
    },
  ),
  // The token is checked again, because its permissions for the zone are visible only once the zone exists.
  task("The zone", ["Cloudflare: token", "zone: settings", "zone: bots", "zone: rules"]),
];
