import type { ComponentType } from "react";
import { BuyingAsACompany } from "./buying-as-a-company.tsx";
import { Changelog } from "./changelog.tsx";
import { Errors } from "./errors.tsx";
import { FirstCall } from "./first-call.tsx";
import { Idempotency } from "./idempotency.tsx";
import { Limits } from "./limits.tsx";
import { Paging } from "./paging.tsx";
import { SigningInSafely } from "./signing-in-safely.tsx";
import { Versioning } from "./versioning.tsx";
import { Webhooks } from "./webhooks.tsx";

type Guide = { slug: string; title: string; summary: string; Text: ComponentType<{ host: string }> };

export const guides: Guide[] = [
  {
    slug: "first-call",
    title: "Get a token, make a call",
    summary: "From a password to a bearer token in three commands, and your orders with a fourth.",
    Text: FirstCall,
  },
  {
    slug: "paging",
    title: "Lists and paging",
    summary: "How lists are searched, filtered, sorted and read page by page.",
    Text: Paging,
  },
  {
    slug: "errors",
    title: "Errors",
    summary: "What a refusal looks like, what each status means, and every errcode.",
    Text: Errors,
  },
  {
    slug: "limits",
    title: "Limits",
    summary: "How often you may call, how much you may send, and how long a token lives.",
    Text: Limits,
  },
  {
    slug: "idempotency",
    title: "Idempotency",
    summary: "Which calls are safe to repeat when the answer was lost, and what to do about the others.",
    Text: Idempotency,
  },
  {
    slug: "buying-as-a-company",
    title: "Buying as a company",
    summary: "Who may order what: approval rules, and carts that colleagues approve.",
    Text: BuyingAsACompany,
  },
  {
    slug: "signing-in-safely",
    title: "Signing in safely",
    summary: "Passkeys, authenticator apps and backup codes, and the way back if all of them are lost.",
    Text: SigningInSafely,
  },
  {
    slug: "webhooks",
    title: "Webhooks",
    summary: "How to learn what has changed, and which webhooks the shop takes itself.",
    Text: Webhooks,
  },
  {
    slug: "versioning",
    title: "Versioning",
    summary: "What may change under your feet, and what never does.",
    Text: Versioning,
  },
  { slug: "changelog", title: "Changelog", summary: "What became different, newest first.", Text: Changelog },
];
