import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";

export const ReasonField = (field: ReturnType<ReturnType<typeof buildFieldProps>["field"]>) => (
  <TextAreaField {...field} label="Reason" is_optional maxLength={1000} hint="Included in the email word for word." />
);
