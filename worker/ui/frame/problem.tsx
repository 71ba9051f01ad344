import type { RequestablePermission } from "../../contract/people/role-wish.ts";
import { type RoleHelper, RoleWish } from "../parts/role-wish.tsx";
import type { ShownFlash } from "../forms/flash-message.tsx";
import type { LayoutData } from "./layout-data.ts";
import { ProblemFrame } from "./problem-frame.tsx";

export type ProblemStatus = 400 | 403 | 422 | 429 | 500 | 503;
type ProblemProps = {
  status: ProblemStatus;
  sentence: string | undefined;
  request_id: string;
  /** Seconds until a retry can succeed. */
  wait_s: number | undefined;
  support_email: string;
  main_web_url: string;
  /** Undefined outside store, portal and console, and in the console for viewers who may not use it. */
  layout: LayoutData | undefined;
  /** Undefined after a post, and if a retry cannot help. */
  again_href: string | undefined;
  flash: ShownFlash;
  /** Missing permission, and the colleagues who can help; undefined for other problems. */
  wish?: { permission: RequestablePermission; helpers: readonly RoleHelper[] } | undefined;
};

const texts = {
  400: ["This link cannot be followed", "Its address is incomplete, or its destination is not allowed."],
  403: [
    "You cannot open this page",
    "Your account does not have the role that it needs, or what you look for belongs to another organization.",
  ],
  422: ["This cannot be shown", "This is not possible in the current state."],
  429: ["Too many requests", "To protect every account, requests from your network are paused for a moment."],
  500: [
    "Something went wrong on our side",
    "Nothing was lost. Please try again. If it happens again, give support the number below.",
  ],
  503: [
    "We will be right back",
    "The service is temporarily unavailable. Nothing of yours was lost; please try again in a moment.",
  ],
} as const;

export const problemTitle = (status: ProblemStatus): string => `${texts[status][0]} · CrunchBox`;

function explanation({ status, sentence, layout }: ProblemProps, text: string): string {
  if (status === 422 || status === 429) return sentence ?? text;
  const { viewer } = layout ?? {};
  if (status !== 403 || !viewer?.impersonator) return text;
  const { first_name, last_name } = viewer;
  return `You are acting as ${first_name} ${last_name}. This page is private to them, or needs a role that they do not have. End the impersonation to continue as yourself.`;
}

export function ProblemView(props: ProblemProps) {
  const { status, request_id, wait_s, support_email, main_web_url, layout, again_href, flash, wish } = props;
  const [title, text] = texts[status];
  const viewer = layout?.viewer;
  const roleRequest = wish && viewer && !viewer.impersonator ? { wish, viewer } : undefined;
  return (
    <ProblemFrame layout={layout} drawing={status === 403 ? "people" : "things"} flash={flash}>
      <h1>{title}</h1>
      {roleRequest ? (
        <RoleWish viewer={roleRequest.viewer} {...roleRequest.wish} is_main />
      ) : (
        <p className="subtitle">{explanation(props, text)}</p>
      )}
      {status === 429 && wait_s && <p>Please try again in {wait_s === 1 ? "1 second" : `${wait_s} seconds`}.</p>}
      {(status === 500 || status === 503) && (
        <p>
          Number: {request_id}. Support: <a href={`mailto:${support_email}`}>{support_email}</a>
        </p>
      )}
      <p className="actions">
        {again_href && (
          <a className="button" href={again_href}>
            Try again
          </a>
        )}
        <a
          className={again_href || roleRequest ? "button quiet" : "button"}
          href={layout?.is_console ? layout.admin_href : main_web_url}
        >
          {layout?.is_console ? "Go to the overview" : "Go to home"}
        </a>
      </p>
    </ProblemFrame>
  );
}
