import { BlockStack, Combobox, InlineStack, Listbox, Tag } from "@shopify/polaris";
import { useState } from "react";

import { useT } from "../messages/use-t.ts";
import type { NamedCountry } from "../shop/countries.ts";

type CountryPickerProps = {
  /** All countries that the merchant can choose. */
  named: NamedCountry[];
  countries: string[];
  error: string | undefined;
  onChange: (countries: string[]) => void;
};

/** Maximum number of countries that the list shows at a time. */
const SHOWN = 30;

/** Lets the merchant find and choose countries by a part of their names. */
export function CountryPicker({ named, countries, error, onChange }: CountryPickerProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const word = typed.trim().toLowerCase();
  const found = named.filter(
    ({ code, name }) => name.toLowerCase().includes(word) || code.toLowerCase() === word,
  );
  const toggle = (code: string) => {
    onChange(countries.includes(code) ? countries.filter((each) => each !== code) : [...countries, code]);
    setTyped("");
  };
  return (
    <BlockStack gap="200">
      <Combobox
        allowMultiple
        activator={
          <Combobox.TextField
            label={t("shipping.countries")}
            placeholder={t("shipping.countries.search")}
            value={typed}
            error={error}
            autoComplete="off"
            onChange={setTyped}
          />
        }
      >
        {found.length > 0 ? (
          <Listbox onSelect={toggle}>
            {found.slice(0, SHOWN).map(({ code, name }) => (
              <Listbox.Option key={code} value={code} selected={countries.includes(code)}>
                {name}
              </Listbox.Option>
            ))}
          </Listbox>
        ) : null}
      </Combobox>
      {countries.length > 0 && (
        <InlineStack gap="100">
          {countries.map((code) => (
            <Tag
              key={code}
              onRemove={() => {
                toggle(code);
              }}
            >
              {named.find((each) => each.code === code)?.name ?? code}
            </Tag>
          ))}
        </InlineStack>
      )}
    </BlockStack>
  );
}
