import { Fact } from '#components/ui/facts.tsx'
import { type ClosedChange, listCloseFacts } from '#lib/domain/change/close-facts.ts'

export function CloseFacts({ change, whenNone }: { change: ClosedChange; whenNone?: string }) {
  const facts = listCloseFacts(change)
  if (facts.length === 0) return whenNone ? <Fact label="Closed as" value={whenNone} /> : null
  return facts.map(({ label, text, isWide }) => (
    <Fact key={label} label={label} wide={isWide} value={<span className="whitespace-pre-wrap">{text}</span>} />
  ))
}
