import * as z from "zod/mini";
import { type Call, listErrcodes } from "../../contract/endpoint.ts";
import { pages } from "../../contract/pages.ts";
import { captchaHeader } from "../../contract/paths.ts";
import { runtime } from "./client-runtime.ts";
import { type Json, toJsonSchema } from "./schema.ts";
import { createTypeNames } from "./type-names.ts";
import { formatType } from "./types.ts";

type Parts = { spec: Call; params?: Json; query?: Json; body?: Json; reply?: Json };
type NameOf = ReturnType<typeof createTypeNames>["nameOf"];

/**
 * A client for the API in one TypeScript file without imports: plain `fetch`, with erasable types
 * (https://nodejs.org/api/typescript.html), generated and never committed (ADR-052).
 */
export function toTypedClient(endpoints: Call[]): string {
  const calls = endpoints.toSorted((one, other) => (one.verb < other.verb ? -1 : 1));
  const callParts = calls.map(toParts);
  const names = createTypeNames();
  for (const { spec, body, reply } of callParts) {
    if (body) names.look(body, `${spec.verb}Body`);
    if (reply) names.look(reply, spec.verb.replace(/^(get|list)(?=[A-Z])/, ""));
  }
  names.settle();
  return `${head}
${names.written().join("\n\n")}

/** Input and reply of each call. */
export type Calls = {
${callParts.map((parts) => formatCallType(parts, names.nameOf)).join("\n")}
};

const addresses: Record<Verb, CallAddress> = {
${calls.map(formatAddress).join("\n")}
};
${runtime}`;
}

const head = `/*
 * A client for the CrunchBox API, written from its contracts: do not edit it, write it again by \`npm run client\` or take the
 * newest from ${pages.docsClient} of the shop. It needs fetch and nothing else.
 *
 *   const shop = createCrunchBox({ base_url: "https://shop.example.com", token });
 *   const answer = await shop.getOrder({ params: { order_id } });
 *   if (answer.ok) console.log(answer.data.order_number);
 *   else console.error(answer.status, answer.error.message);
 */
`;

const toParts = (spec: Call): Parts => ({
  spec,
  ...(spec.params ? { params: toJsonSchema(spec.params, "input") } : {}),
  ...(spec.query ? { query: toJsonSchema(spec.query, "input") } : {}),
  ...(spec.body ? { body: toJsonSchema(spec.body, "input") } : {}),
  ...(spec.reply
    ? { reply: toJsonSchema(spec.accepted ? z.union([spec.reply, spec.accepted]) : spec.reply, "output") }
    : {}),
});

function formatCallType({ spec, params, query, body, reply }: Parts, nameOf: NameOf): string {
  const errcodes = listErrcodes(spec).map((code) => JSON.stringify(code));
  const isBodyOptional = spec.body?.safeParse(undefined).success ?? false;
  const lines = [
    `params: ${params ? formatType(params) : "undefined"};`,
    `query: ${query ? formatType(query) : "undefined"};`,
    `body: ${bodyType(spec, body && formatType(body, nameOf))}${body && isBodyOptional ? " | undefined" : ""};`,
    `reply: ${reply ? formatType(reply, nameOf) : untypedReply(spec)};`,
    `errcode: ${errcodes.join(" | ") || "never"};`,
  ];
  const text = lines.map((line) => `    ${line.replaceAll("\n", "\n    ")}`).join("\n");
  return `  /** ${spec.summary}. \`${spec.method} ${spec.path}\` */\n  ${spec.verb}: {\n${text}\n  };`;
}

const bodyType = ({ file }: Call, fields: string | undefined): string =>
  [...(fields === undefined ? [] : [fields]), ...(file ? [`{ ${file.name}: Blob }`] : [])].join(" & ") || "undefined";

const untypedReply = (spec: Call) =>
  ({ json: "unknown", redirect: "{ location: string }", file: "Blob", text: "string" })[replyKind(spec)];

const replyKind = ({ reply, status, reply_type = "text/plain" }: Call) => {
  if (reply) return "json";
  if (status === 302) return "redirect";
  return /^(text\/|application\/json$)/.test(reply_type) ? "text" : "file";
};

function formatAddress(spec: Call): string {
  const { verb, method, path, captcha, file } = spec;
  const extras = `${captcha ? `, captcha: ${JSON.stringify(captchaHeader)}` : ""}${file ? ", form: true" : ""}`;
  return `  ${verb}: { method: "${method}", path: "${path}", kind: "${replyKind(spec)}"${extras} },`;
}
