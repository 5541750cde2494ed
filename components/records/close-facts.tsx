import { Fact } from '#components/ui/facts.tsx'
import { type ClosedChange, closeFacts } from '#lib/domain/change/close-facts.ts'

/** Close code and notes of the implementer. */
export function CloseFacts({ change, whenNone }: { change: ClosedChange; whenNone?: string }) {
  const facts = closeFacts(change)
  if (facts.length === 0) return whenNone ? <Fact label="Closed as">{whenNone}</Fact> : null
  return facts.map(({ label, text, isWide }) => (
    <Fact key={label} label={label} wide={isWide}>
      <span className="whitespace-pre-wrap">{text}</span>
    </Fact>
  ))
}
