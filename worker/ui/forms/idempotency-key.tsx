/** For a form whose handler calls `runOnce` (worker/domain/platform/limits). */
export const IdempotencyKey = () => <input type="hidden" name="form_key" value={crypto.randomUUID()} />;
