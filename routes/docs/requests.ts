import type { Call, Endpoint } from "../../worker/contract/endpoint.ts";
import { captchaHeader } from "../../worker/contract/paths.ts";
import type { Example } from "./examples.ts";

export const languages = ["curl", "fetch", "Python"] as const;
export type Language = (typeof languages)[number];

/** Runnable once its variables are set. */
export function requestIn(language: Language, spec: Call, example: Example, host: string): string {
  const request = {
    method: spec.method,
    url: urlOf(spec, example, host),
    headers: headersOf(spec),
    body: example.body,
    file: spec.file?.name,
  };
  return { curl, fetch: javaScript, Python: python }[language](request);
}

type Header = {
  name: string;
  value: string;
  /** Variable of the value's secret part. */
  variable?: string;
};
type Request = { method: string; url: string; headers: Header[]; body: unknown; file: string | undefined };

const formFields = (body: unknown): [name: string, value: string][] =>
  Object.entries(Object(body)).map(([name, value]) => [name, String(value)]);

function headersOf(spec: Endpoint): Header[] {
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

function urlOf(spec: Endpoint, { params = {}, query = {} }: Example, host: string): string {
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? name)));
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return host + path + (parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : "");
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const indented = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ method, url, headers, body, file }: Request): string {
  const sent = file === undefined ? jsonOptions(body) : formOptions(file, body);
  const verb = method === "GET" || (method === "POST" && sent.length > 0) ? "" : `-X ${method} `;
  return [
    `curl ${verb}${/[?&'$]/.test(url) ? inShell(url) : url}`,
    ...headers.map(({ name, value, variable }) => `  -H "${name}: ${value}${variable ? `$${variable}` : ""}"`),
    ...sent,
  ].join(" \\\n");
}

const jsonOptions = (body: unknown): string[] =>
  body === undefined ? [] : ["  -H 'Content-Type: application/json'", `  -d ${inShell(pretty(body))}`];
const formOptions = (file: string, body: unknown): string[] => [
  `  -F ${file}=@picture.png`,
  ...formFields(body).map(([name, value]) => `  -F ${inShell(`${name}=${value}`)}`),
];

function javaScript({ method, url, headers, body, file }: Request): string {
  const isJson = body !== undefined && file === undefined;
  const sent = [
    ...headers.map(({ name, value, variable }) => {
      const text = value === "" ? variable : `\`${value}\${${variable}}\``;
      return `    ${JSON.stringify(name)}: ${text},`;
    }),
    ...(isJson ? ['    "Content-Type": "application/json",'] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(sent.length > 0 ? ["  headers: {", ...sent, "  },"] : []),
    ...(isJson ? [`  body: JSON.stringify(${indented(pretty(body), "  ")}),`] : []),
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

function python({ method, url, headers, body, file }: Request): string {
  const sent = headers.map(({ name, value, variable }) => {
    const text = value === "" ? variable : `f"${value}{${variable}}"`;
    return `        ${JSON.stringify(name)}: ${text},`;
  });
  return [
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(sent.length > 0 ? ["    headers={", ...sent, "    },"] : []),
    ...(body === undefined
      ? []
      : [`    ${file === undefined ? "json" : "data"}=${indented(inPython(body, ""), "    ")},`]),
    ...(file === undefined ? [] : [`    files={${JSON.stringify(file)}: open("picture.png", "rb")},`]),
    ")",
    "print(response.status_code, response.text)",
  ].join("\n");
}

function inPython(value: unknown, by: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  const deeper = `${by}    `;
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : `[\n${value.map((each) => `${deeper}${inPython(each, deeper)},\n`).join("")}${by}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return `{\n${entries.map(([name, each]) => `${deeper}${JSON.stringify(name)}: ${inPython(each, deeper)},\n`).join("")}${by}}`;
}
