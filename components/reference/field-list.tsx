import type { FieldRow } from './describe-schema.ts'
import { Code, InlineCode } from './inline-code.tsx'
import { ValueText } from './value-text.tsx'

type FieldListProps = {
  fields: readonly FieldRow[]
  /** Requests mark required fields, responses optional ones. */
  marks: 'required' | 'optional'
}

export function FieldList({ fields, marks }: FieldListProps) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <div key={field.name} className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          <dt className="min-w-0 text-sm">
            <Code>{field.name}</Code>
            <Mark isRequired={field.isRequired} marks={marks} />
          </dt>
          <dd className="min-w-0 text-sm">
            {field.description ? (
              <p>
                <InlineCode>{field.description}</InlineCode>
              </p>
            ) : null}
            <ValueText value={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Mark({ isRequired, marks }: { isRequired: boolean; marks: FieldListProps['marks'] }) {
  if (isRequired !== (marks === 'required')) return null
  return <span className={`ml-1.5 text-xs ${isRequired ? 'text-danger-text' : 'text-muted'}`}>{marks}</span>
}
