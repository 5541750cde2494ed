'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { namedIncidentsQuery } from '#lib/api/review-queries.ts'

type AddIncidentProps = { change: string; known: ReadonlySet<string>; onFound: (number: string) => void }

/** Adds an incident by its number, regardless of its service and time. */
export function AddIncident({ change, known, onFound }: AddIncidentProps) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const number = text.trim().toUpperCase()

  const add = async () => {
    if (number === '') return setError('Enter an incident number.')
    if (known.has(number)) return setError(`${number} is already in the list above.`)
    setBusy(true)
    try {
      const { result } = await client.fetchQuery(namedIncidentsQuery([number]))
      const [incident] = result
      if (incident === undefined) return setError(`Incident ${number} does not exist.`)
      const { caused_by_change: cause } = incident
      if (cause !== null && cause !== change) {
        return setError(`${number} is already confirmed as caused by ${cause}. Remove it there first.`)
      }
      setText('')
      onFound(number)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The incident could not be looked up.')
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void add()
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        label="Add an incident that the change caused"
        hint="Any incident number, whatever its service and time"
        error={error}
        className="w-72 max-w-full"
      >
        <Input
          value={text}
          autoComplete="off"
          maxLength={64}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button busy={isBusy} onClick={add} className={error ? 'mb-5.5' : ''}>
        Add
      </Button>
    </div>
  )
}
