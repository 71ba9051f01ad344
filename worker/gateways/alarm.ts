import { GatewayError } from "./gateway-error.ts";
import { discardBody, isTransient, postOutbound } from "./outbound.ts";

export type AlarmSettings = { ALARM_URL: string };

/** @throws GatewayError unless the webhook accepted the message */
export type AlarmGateway = { raise(text: string): Promise<void> };

/**
 * Posts a text to a webhook. Slack, Mattermost, Google Chat and Teams read `text`
 * (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks), Discord reads `content`.
 */
export const createAlarmGateway = (settings: AlarmSettings): AlarmGateway => ({
  async raise(text) {
    const response = await postOutbound({
      service: "alarm",
      url: settings.ALARM_URL,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text, content: text }),
      timeoutMs: 10_000,
    });
    await discardBody(response);
    const { ok, status } = response;
    if (!ok) throw new GatewayError("alarm", `answered ${status}`, { retryable: isTransient(status), status });
  },
});
