import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Card, Checkbox, Layout, Page, Text } from "@shopify/polaris";
import { useState } from "react";

import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useT } from "../../messages/use-t.ts";
import type { ListedDecision } from "../../orders/choices/attribute-store.server.ts";
import type { ChoiceSettings } from "../../orders/choices/choice-store.server.ts";
import { type ChoiceProblems, type ChoicesForm, toAssignment } from "../../orders/choices/choices-form.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import { DecisionsCard } from "./decisions-card.tsx";
import { MethodField } from "./method-field.tsx";

/** The answer of the form: a notice above the page, and problems of its fields. */
export type Answer = { notice: Notice; problems: ChoiceProblems | null };

type Loaded = {
  settings: ChoiceSettings;
  version: string;
  decisions: ListedDecision[];
  offered: Abilities["shippingMethods"];
  noteLength: number | null;
  lineNoteLength: number | null;
};

/** Edits what goes along with an order. */
export function ChoicesEditor({
  loaded,
  fetcher,
}: {
  loaded: Loaded;
  fetcher: FetcherWithComponents<Answer>;
}) {
  const t = useT();
  const { decisions, offered, noteLength, lineNoteLength } = loaded;
  // An order may bring another method meanwhile.
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
