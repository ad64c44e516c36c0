import { TextField } from "@shopify/polaris";

import { COLOR } from "../../branding/branding-form.ts";
import { useT } from "../../messages/use-t.ts";

/** A color, typed or chosen with the browser's own picker. */
export function ColorField({
  onChange,
  value,
  ...rest
}: {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useT();
  return (
    <TextField
      {...rest}
      value={value}
      onChange={onChange}
      autoComplete="off"
      placeholder="#1a2b3c"
      connectedLeft={
        <input
          type="color"
          aria-label={t("branding.color.choose")}
          value={COLOR.test(value) ? value.toLowerCase() : "#ffffff"}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
          style={{ width: 40, height: 32, padding: 2, border: "1px solid #8a8a8a", borderRadius: 8 }}
        />
      }
    />
  );
}
