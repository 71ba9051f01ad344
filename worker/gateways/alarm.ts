import { GatewayError } from "./gateway-error.ts";
import { discardBody, isTransient, postOutbound } from "./outbound.ts";

export type AlarmSettings = { ALARM_URL: string };

/** @throws GatewayError unless the webhook accepted the message */
export type AlarmGateway = { raise(text: string): Promise<void> };

/** Path of the webhook of a workflow, at any of Microsoft's hosts. */
const teamsWorkflowPath = /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke$/;

/**
 * Slack and Mattermost read `text` (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks), Discord
 * reads `content`. A workflow of Teams answers every body with 202 and posts only adaptive cards
 * (https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using).
 */
function buildMessage(url: string, text: string): object {
  if (!teamsWorkflowPath.test(new URL(url).pathname)) return { text, content: text };
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: text.split("\n").map((line) => ({ type: "TextBlock", text: line, wrap: true })),
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

/** Posts a text to a webhook of a chat. */
export const createAlarmGateway = (settings: AlarmSettings): AlarmGateway => ({
  async raise(text) {
    const response = await postOutbound({
      service: "alarm",
      url: settings.ALARM_URL,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(buildMessage(settings.ALARM_URL, text)),
      timeoutMs: 10_000,
    });
    await discardBody(response);
    const { ok, status } = response;
    if (!ok) throw new GatewayError("alarm", `answered ${status}`, { retryable: isTransient(status), status });
  },
});
