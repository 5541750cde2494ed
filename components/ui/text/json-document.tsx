import { outlineJson } from '#lib/domain/change/json-outline.ts'
import { OutlineNode } from './json-outline-node.tsx'

type JsonDocumentProps = {
  /** Any JSON value, such as a plan or a risk assessment. */
  value: unknown
  /** Text for an empty document. */
  emptyText?: string
}

/** JSON document for reading, as lists, sections and tables instead of braces. */
export function JsonDocument({ value, emptyText = 'None recorded' }: JsonDocumentProps) {
  const outline = outlineJson(value)
  if (outline.kind === 'none') return <p className="text-muted italic">{emptyText}</p>
  return (
    <div className="@container text-base break-words">
      <OutlineNode node={outline} />
    </div>
  )
}
