import { authorizeClient } from "../../../worker/contract/v1/sso/authorize.ts";
import type { Client } from "../../support/client.ts";

export const locationOf = (answer: { headers: Headers }) => answer.headers.get("location") ?? "";

export const requestAuthorization = (client: Client, name: string, redirect_uri?: string) =>
  client.call(authorizeClient, { params: { client: name }, query: redirect_uri === undefined ? {} : { redirect_uri } });
