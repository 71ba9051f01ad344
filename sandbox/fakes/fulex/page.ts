import { html } from "hono/html";
import { type Content, curlPost, example } from "../sheet.ts";
import type { Shipments } from "./state.ts";

const maxRows = 10;

export function fulexSection(url: string, shipments: Shipments): Content {
  const [newest] = shipments.list();
  const rows = shipments.list().slice(0, maxRows);
  return html`<h2>The carrier Fulex</h2>
    <p>
      Speaks FedEx's REST protocol. What it carries, newest first:
      <a href="/fulex/shipments.json">/fulex/shipments.json</a>. Say where a package was seen, then let the shop read
      its tracking:
    </p>
    ${example(curlPost(`${url}/fulex/track`, { tracking_id: newest?.tracking_id ?? "794600000001", status: "delivered" }))}
    <p>Take the right to make labels away, as before their validation, or let tracking know a reference later.</p>
    ${example(
      curlPost(`${url}/fulex/account`, { is_validated: false }),
      curlPost(`${url}/fulex/references`, { reference: newest?.reference ?? "REFERENCE", known_after_s: 3600 }),
    )}
    ${
      rows.length === 0
        ? ""
        : html`<table>
            <thead>
              <tr>
                <th>Number</th>
                <th>To</th>
                <th>Seen</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (each) =>
                  html`<tr>
                    <td>${each.tracking_id}</td>
                    <td>${each.recipient ? `${each.recipient.name}, ${each.recipient.address}` : ""}</td>
                    <td>${each.status}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }`;
}
