import type { Client, Input } from "./client.ts";

type FormFields = Record<string, string> | string[][] | URLSearchParams;

/** Sends a form as a browser does without script. */
export const postForm = (client: Client, path: string, fields: FormFields = {}, headers: Input["headers"] = {}) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
