import type { Call, Endpoint } from "../../worker/contract/endpoint.ts";
import { captchaHeader } from "../../worker/contract/paths.ts";
import type { Example } from "./examples.ts";

export const languages = ["curl", "fetch", "Python"] as const;
export type Language = (typeof languages)[number];

/** The request runs once its variables are set. */
export function formatRequest(language: Language, spec: Call, example: Example, host: string): string {
  const request = {
    method: spec.method,
    url: buildUrl(spec, example, host),
    headers: buildHeaders(spec),
    body: example.body,
    file: spec.file?.name,
  };
  return { curl, fetch: javaScript, Python: python }[language](request);
}

type Header = {
  name: string;
  value: string;
  /** Variable whose content is appended to `value`, such as a token. */
  variable?: string;
};
type RequestParts = { method: string; url: string; headers: Header[]; body: unknown; file: string | undefined };

const formFields = (body: unknown): [name: string, value: string][] =>
  Object.entries(Object(body)).map(([name, value]) => [name, String(value)]);

function buildHeaders(spec: Endpoint): Header[] {
  const { access, captcha } = spec;
  const guard = captcha ? [{ name: captchaHeader, value: "", variable: "CAPTCHA" }] : [];
  if (access === "public" || access === "visitor-or-session") return guard;
  if (access === "stripe-signature") return [{ name: "Stripe-Signature", value: "", variable: "SIGNATURE" }];
  if (access === "email-signature")
    return [
      { name: "Svix-Id", value: "", variable: "ID" },
      { name: "Svix-Timestamp", value: "", variable: "SECONDS" },
      { name: "Svix-Signature", value: "v1,", variable: "SIGNATURE" },
    ];
  if (access === "sms-signature") return [{ name: "X-Twilio-Signature", value: "", variable: "SIGNATURE" }];
  if (access === "net-suite-token") return [{ name: "X-Net-Suite-Token", value: "", variable: "TOKEN" }];
  if (access.startsWith("verify:")) return [{ name: "Cookie", value: "__Host-verify=", variable: "VERIFICATION" }];
  return [...guard, { name: "Authorization", value: "Bearer ", variable: "TOKEN" }];
}

function buildUrl(spec: Endpoint, { params = {}, query = {} }: Example, host: string): string {
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? name)));
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return host + path + (parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : "");
}

const toJson = (value: unknown) => JSON.stringify(value, null, 2);
const indent = (text: string, indentation: string) => text.replaceAll("\n", `\n${indentation}`);
const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ method, url, headers, body, file }: RequestParts): string {
  const bodyOptions = file === undefined ? jsonOptions(body) : formOptions(file, body);
  const verb = method === "GET" || (method === "POST" && bodyOptions.length > 0) ? "" : `-X ${method} `;
  return [
    `curl ${verb}${/[?&'$]/.test(url) ? quoteForShell(url) : url}`,
    ...headers.map(({ name, value, variable }) => `  -H "${name}: ${value}${variable ? `$${variable}` : ""}"`),
    ...bodyOptions,
  ].join(" \\\n");
}

const jsonOptions = (body: unknown): string[] =>
  body === undefined ? [] : ["  -H 'Content-Type: application/json'", `  -d ${quoteForShell(toJson(body))}`];
const formOptions = (file: string, body: unknown): string[] => [
  `  -F ${file}=@picture.png`,
  ...formFields(body).map(([name, value]) => `  -F ${quoteForShell(`${name}=${value}`)}`),
];

function javaScript({ method, url, headers, body, file }: RequestParts): string {
  const isJson = body !== undefined && file === undefined;
  const headerLines = [
    ...headers.map(({ name, value, variable }) => {
      const text = value === "" ? variable : `\`${value}\${${variable}}\``;
      return `    ${JSON.stringify(name)}: ${text},`;
    }),
    ...(isJson ? ['    "Content-Type": "application/json",'] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headerLines.length > 0 ? ["  headers: {", ...headerLines, "  },"] : []),
    ...(isJson ? [`  body: JSON.stringify(${indent(toJson(body), "  ")}),`] : []),
    ...(file === undefined ? [] : ["  body: form,"]),
  ];
  const init = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  const form =
    file === undefined
      ? []
      : [
          "const form = new FormData();",
          `form.append(${JSON.stringify(file)}, picture);`,
          ...formFields(body).map(([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});`),
          "",
        ];
  return `${form.join("\n")}const response = await fetch(${JSON.stringify(url)}${init});\nconsole.log(response.status, await response.text());`;
}

function python({ method, url, headers, body, file }: RequestParts): string {
  const headerLines = headers.map(({ name, value, variable }) => {
    const text = value === "" ? variable : `f"${value}{${variable}}"`;
    return `        ${JSON.stringify(name)}: ${text},`;
  });
  return [
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(headerLines.length > 0 ? ["    headers={", ...headerLines, "    },"] : []),
    ...(body === undefined
      ? []
      : [`    ${file === undefined ? "json" : "data"}=${indent(toPython(body, ""), "    ")},`]),
    ...(file === undefined ? [] : [`    files={${JSON.stringify(file)}: open("picture.png", "rb")},`]),
    ")",
    "print(response.status_code, response.text)",
  ].join("\n");
}

function toPython(value: unknown, indentation: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  const deeper = `${indentation}    `;
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : `[\n${value.map((each) => `${deeper}${toPython(each, deeper)},\n`).join("")}${indentation}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return `{\n${entries.map(([name, each]) => `${deeper}${JSON.stringify(name)}: ${toPython(each, deeper)},\n`).join("")}${indentation}}`;
}
