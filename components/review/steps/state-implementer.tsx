'use client'

import { useQuery } from '@tanstack/react-query'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listFilterValues } from '#lib/contracts/app/filter-values.ts'
import { isResolved } from '#lib/domain/implementer.ts'

type StateImplementerProps = {
  id: string
  /** The implementer as the change names them. */
  named: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Asks the approver for the implementer when the change names someone who is not in the directory. */
export function StateImplementer({ id, named, value, error, onChange }: StateImplementerProps) {
  const values = useQuery(endpointQuery(listFilterValues, {}))
  const people = (values.data?.people ?? []).filter(({ email }) => isResolved(email))
  return (
    <Field
      id={id}
      label="Who implemented the change?"
      hint={`E-mail address. The change names “${named}”, who is not in the directory.`}
      required
      error={error}
      className="max-w-md"
    >
      <Input
        type="email"
        name="implementer"
        list={`${id}-people`}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-people`}>
        {people.map(({ email, name }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  )
}
