/** @jsxImportSource preact */
import { useState } from "preact/hooks";

/** A button that shows the consequences of an action, and acts only after confirmation. */
export function AskButton({
  label,
  keep,
  question,
  tone,
  onConfirm,
}: {
  label: string;
  /** Label of the button that closes the question. */
  keep: string;
  question: string[];
  tone?: "critical";
  onConfirm: () => void;
}) {
  const [asks, setAsks] = useState(false);
  const toned = tone === undefined ? {} : { tone };
  if (!asks)
    return (
      <s-button
        {...toned}
        onClick={() => {
          setAsks(true);
        }}
      >
        {label}
      </s-button>
    );
  return (
    <s-stack gap="small-200">
      {question.map((sentence, index) => (
        <s-paragraph key={index}>{sentence}</s-paragraph>
      ))}
      <s-stack direction="inline" gap="small">
        <s-button variant="primary" {...toned} onClick={onConfirm}>
          {label}
        </s-button>
        <s-button
          onClick={() => {
            setAsks(false);
          }}
        >
          {keep}
        </s-button>
      </s-stack>
    </s-stack>
  );
}
