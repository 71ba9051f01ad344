import { BadRequest } from "../../../worker/contract/errors.ts";

export const MustReadCheck = () => (
  <>
    <p>They get it even if they turned reminders and news off, and cannot unsubscribe.</p>
    <label className="check">
      <input type="checkbox" name="is_must_read" value="true" required />
      It is about safety, security or a contract
    </label>
  </>
);

export function requireMustRead(type: string, is_must_read: boolean | undefined): void {
  if (type !== "mustRead" || is_must_read) return;
  const message = "Confirm that it is about safety, security or a contract. Nothing was sent.";
  throw new BadRequest([{ code: "custom", path: ["is_must_read"], message }]);
}
