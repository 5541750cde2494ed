'use client'

import { useState } from 'react'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { getDayInZone, getEndOfDay } from '#lib/time/local-day.ts'

export const addDaysToNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

const choices = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'After a specific day' },
  { value: 'never', label: 'Never' },
]

type ExpiryChoiceProps = {
  /** ISO 8601; null for never; empty while no day is chosen. */
  onChange: (expiresAt: string | null) => void
  error: string | undefined
}

/** Input for the expiry of a token: after a period, at the end of a day in the reader's zone, or never. */
export function ExpiryChoice({ onChange, error }: ExpiryChoiceProps) {
  const [choice, setChoice] = useState('90')
  const choose = (next: string) => {
    setChoice(next)
    if (next === 'never') onChange(null)
    else onChange(next === 'day' ? '' : addDaysToNow(Number(next)))
  }
  const isDay = choice === 'day'
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field
        label="Expires"
        name={isDay ? 'expiry' : 'expires_at'}
        error={isDay ? undefined : error}
        hint={choice === 'never' ? 'Revoke it when it is no longer needed.' : undefined}
        className="w-60"
      >
        <NativeSelect value={choice} onChange={(event) => choose(event.target.value)} options={choices} />
      </Field>
      {isDay ? (
        <Field label="Last day" name="expires_at" required error={error}>
          <DateInput
            min={getDayInZone(new Date().toISOString())}
            onChange={({ target }) => onChange(target.value === '' ? '' : getEndOfDay(target.value))}
          />
        </Field>
      ) : null}
    </div>
  )
}
