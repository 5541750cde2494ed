import { type Outline, outlineJson } from '#lib/domain/json-outline.ts'
import { OutlineNode } from './json-outline-node.tsx'

type JsonDocumentProps = {
  /** Any JSON value: a plan, a backout plan, a risk assessment. */
  value: unknown
  /** What to write where nothing is recorded. */
  emptyText?: string
}

/** A JSON document written out for reading: steps as steps, records as sections, never braces. */
export function JsonDocument({ value, emptyText = 'None recorded' }: JsonDocumentProps) {
  return <OutlineDocument outline={outlineJson(value)} emptyText={emptyText} />
}

/** The same for an outline that was made before. */
function OutlineDocument({ outline, emptyText = 'None recorded' }: { outline: Outline; emptyText?: string }) {
  if (outline.kind === 'none') return <p className="text-muted italic">{emptyText}</p>
  return (
    <div className="text-base break-words">
      <OutlineNode node={outline} />
    </div>
  )
}
