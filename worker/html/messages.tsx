import { renderToString } from "react-dom/server";

/** HTML document for a frame inside another page. */
export const renderMessages = (messages: readonly string[]): string =>
  `<!DOCTYPE html>${renderToString(<Messages messages={messages} />)}`;

const Messages = ({ messages }: { messages: readonly string[] }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="color-scheme" content="light dark" />
      <title>Message</title>
    </head>
    <body style={{ margin: 24, font: "16px/1.5 system-ui, sans-serif" }}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </body>
  </html>
);
