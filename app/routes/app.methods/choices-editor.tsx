import type { FetcherWithComponents } from "@remix-run/react";
import {
  BlockStack,
  Card,
  Checkbox,
  Layout,
  Page,
  Text,
  Select,
  TextField,
  Button,
  InlineStack,
} from "@shopify/polaris";
import { useState } from "react";

import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useT } from "../../messages/use-t.ts";
import type { ListedDecision } from "../../orders/choices/attribute-store.server.ts";
import type { ChoiceSettings } from "../../orders/choices/choice-store.server.ts";
import {
  type ChoiceProblems,
  type ChoicesForm,
  toAssignment,
  type Assignment,
} from "../../orders/choices/choices-form.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import type { Message } from "../../messages/message.ts";
import { LONGEST_METHOD } from "../../orders/choices/shipping-method.ts";

/** The action's answer: a notice above the page, and problems of the form's fields. */
export type Answer = { notice: Notice; problems: ChoiceProblems | null };

type Loaded = {
  settings: ChoiceSettings;
  version: string;
  decisions: ListedDecision[];
  offered: Abilities["shippingMethods"];
  noteLength: number | null;
  lineNoteLength: number | null;
};

/** The form for shipping methods, and for notes and texts that go to the supplier with an order. */
export function ChoicesEditor({
  loaded,
  fetcher,
}: {
  loaded: Loaded;
  fetcher: FetcherWithComponents<Answer>;
}) {
  const t = useT();
  const { decisions, offered, noteLength, lineNoteLength } = loaded;
  // Keeps the settings of the first render. Otherwise a new order with another shipping method could change the form
  // while the merchant edits it.
  const [settings] = useState(loaded.settings);
  const [stored] = useState(() => toForm(settings));
  const [form, setForm] = useState(stored);
  const busy = fetcher.state !== "idle";
  const answer = busy ? undefined : fetcher.data;
  const dirty = JSON.stringify(form) !== JSON.stringify(stored);
  const save = () => {
    const methods = form.methods.filter(
      (each, at) => JSON.stringify(each) !== JSON.stringify(stored.methods[at]),
    );
    fetcher.submit(
      { intent: "save", form: JSON.stringify({ ...form, methods }), seen: loaded.version },
      { method: "post" },
    );
  };
  return (
    <Page
      title={t("methods.title")}
      subtitle={t("methods.subtitle")}
      backAction={{ content: t("settings.title"), url: "/app/settings" }}
    >
      <EditorSaveBar
        id="methods-save-bar"
        isOpen={dirty}
        isSaving={busy}
        onSave={save}
        onDiscard={() => {
          setForm(stored);
        }}
      />
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {answer && <NoticeBanner notice={answer.notice} />}
            <Card>
              <BlockStack gap="400">
                <Text as="h2" variant="headingMd">
                  {t("methods.assign.title")}
                </Text>
                <Text as="p">{t(offered === null ? "methods.assign.not-taken" : "methods.assign")}</Text>
                {offered !== null && (
                  <>
                    {settings.methods.length === 0 && <Text as="p">{t("methods.assign.none")}</Text>}
                    {settings.methods.map(({ key, name }, at) => (
                      <MethodField
                        key={key}
                        label={name}
                        typed={form.methods[at] ?? toAssignment(null)}
                        offered={offered}
                        canBeOpen
                        problem={answer?.problems?.methods[key]}
                        onChange={(typed) => {
                          const methods = form.methods.map((each, index) =>
                            index === at ? { ...each, ...typed } : each,
                          );
                          setForm({ ...form, methods });
                        }}
                      />
                    ))}
                    <MethodField
                      label={t("methods.others")}
                      helpText={t("methods.others.help")}
                      typed={form.others}
                      offered={offered}
                      canBeOpen={false}
                      problem={answer?.problems?.others}
                      onChange={(others) => {
                        setForm({ ...form, others });
                      }}
                    />
                    <Checkbox
                      label={t("methods.hold")}
                      helpText={t("methods.hold.help")}
                      checked={form.holdsUnknown}
                      onChange={(holdsUnknown) => {
                        setForm({ ...form, holdsUnknown });
                      }}
                    />
                  </>
                )}
              </BlockStack>
            </Card>
            <Card>
              <BlockStack gap="400">
                <Text as="h2" variant="headingMd">
                  {t("methods.note.title")}
                </Text>
                {noteLength === null ? (
                  <Text as="p">{t("methods.note.not-taken")}</Text>
                ) : (
                  <>
                    <Text as="p">{t("methods.note", { most: noteLength })}</Text>
                    <Checkbox
                      label={t("methods.note.customers")}
                      helpText={t("methods.note.customers.help")}
                      checked={form.sendsCustomerNote}
                      onChange={(sendsCustomerNote) => {
                        setForm({ ...form, sendsCustomerNote });
                      }}
                    />
                  </>
                )}
              </BlockStack>
            </Card>
            <DecisionsCard
              decisions={decisions}
              lineNoteLength={lineNoteLength}
              busy={busy}
              onForget={(decision) => {
                fetcher.submit({ intent: "forget", ...decision }, { method: "post" });
              }}
            />
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function toForm({ methods, defaultMethod, holdsUnknown, sendsCustomerNote }: ChoiceSettings): ChoicesForm {
  return {
    methods: methods.map(({ key, assigned }) => ({ key, ...toAssignment(assigned) })),
    others: toAssignment({ supplierMethod: defaultMethod }),
    holdsUnknown,
    sendsCustomerNote,
  };
}

/**
 * Chooses the supplier's shipping method for one of the shop's. Shows the supplier's list, or a text field if there
 * is no list.
 */
function MethodField({
  label,
  helpText,
  typed: { choice, method },
  offered,
  canBeOpen,
  problem,
  onChange,
}: {
  label: string;
  helpText?: string;
  typed: Assignment;
  offered: readonly string[] | "any";
  canBeOpen: boolean;
  problem: Message | undefined;
  onChange: (typed: Assignment) => void;
}) {
  const t = useT();
  const error = problem && t(problem);
  const isList = offered !== "any";
  const listed = isList ? [...new Set([...offered, ...(choice === "named" ? [method] : [])])] : [];
  const options = [
    ...(canBeOpen ? [{ label: t("methods.choice.open"), value: "open" }] : []),
    { label: t("methods.choice.none"), value: "none" },
    ...(isList
      ? listed.map((each) => ({ label: each, value: `=${each}` }))
      : [{ label: t("methods.choice.named"), value: "named" }]),
  ];
  return (
    <BlockStack gap="200">
      <Select
        label={label}
        {...(helpText !== undefined && { helpText })}
        options={options}
        value={isList && choice === "named" ? `=${method}` : choice}
        {...(isList && error !== undefined && { error })}
        onChange={(value) => {
          if (value === "open" || value === "none") onChange({ choice: value, method: "" });
          else onChange({ choice: "named", method: isList ? value.slice(1) : method });
        }}
      />
      {!isList && choice === "named" && (
        <TextField
          label={t("methods.named", { method: label })}
          value={method}
          maxLength={LONGEST_METHOD}
          autoComplete="off"
          {...(error !== undefined && { error })}
          onChange={(value) => {
            onChange({ choice, method: value });
          }}
        />
      )}
    </BlockStack>
  );
}

/** Lists the merchant's decisions on texts that customers enter for a product. The merchant can undo each decision. */
function DecisionsCard({
  decisions,
  lineNoteLength,
  busy,
  onForget,
}: {
  decisions: ListedDecision[];
  lineNoteLength: number | null;
  busy: boolean;
  onForget: (decision: { product: string; name: string }) => void;
}) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("methods.texts.title")}
        </Text>
        <Text as="p">
          {lineNoteLength === null
            ? t("methods.texts.not-taken")
            : t("methods.texts", { most: lineNoteLength })}
        </Text>
        {decisions.length > 0 && (
          <BlockStack gap="200" as="ul">
            {decisions.map(({ shopProductId: product, name, title, sendsInNote }) => (
              <li key={`${product} ${name}`}>
                <InlineStack align="space-between" blockAlign="center" gap="200">
                  <Text as="p" breakWord>
                    {t(sendsInNote ? "methods.texts.in-note" : "methods.texts.left-out", { title, name })}
                  </Text>
                  <Button
                    disabled={busy}
                    accessibilityLabel={t("action.about", {
                      action: t("methods.texts.forget"),
                      subject: t("list-item", { item: name }) + " – " + title,
                    })}
                    onClick={() => {
                      onForget({ product, name });
                    }}
                  >
                    {t("methods.texts.forget")}
                  </Button>
                </InlineStack>
              </li>
            ))}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}
