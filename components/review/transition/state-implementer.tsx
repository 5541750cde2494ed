import { Field } from '#components/ui/form/field.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import { joinQuoted } from '#lib/domain/four-eyes/four-eyes.ts'

type StateImplementerProps = {
  id: string
  /** Texts that name the implementer in the change. */
  named: readonly string[]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export function StateImplementer({ id, named, value, error, onChange }: StateImplementerProps) {
  return (
    <Field
      id={id}
      label="Who implemented the change?"
      hint={`The change names ${joinQuoted(named)}, who is not in the directory.`}
      required
      error={error}
      className="max-w-md"
    >
      <PersonInput withLeavers name="implementer" value={value} onChange={onChange} />
    </Field>
  )
}
