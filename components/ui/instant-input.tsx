'use client'

import { useState } from 'react'
import { DateInput } from './date-input.tsx'
import { useHydrated } from './use-hydrated.ts'

type InstantInputProps = {
  /** ISO 8601 in UTC; null while empty. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  disabled?: boolean
}

/**
 * Date and time in the reader's own zone for a moment that is kept in UTC. Stands in a `Field`. While it is typed only
 * whole moments are told, no year such as 0002; one that is left half typed goes back to what it was.
 */
export function InstantInput({ value, onChange, onBlur, ...rest }: InstantInputProps) {
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <DateInput
      {...rest}
      type="datetime-local"
      value={typed ?? (isHydrated && value ? toLocal(value) : '')}
      onChange={({ target }) => {
        setTyped(target.value)
        const moment = fromLocal(target.value)
        if (moment) onChange(moment)
      }}
      onBlur={({ target }) => {
        if (typed === '' && !target.validity.badInput) onChange(null)
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}

const two = (part: number) => String(part).padStart(2, '0')

function toLocal(iso: string): string {
  const moment = new Date(iso)
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** Half a year, such as 0202, is a moment to the browser and none to the reader. */
const firstYear = 1970

function fromLocal(local: string): string | null {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) || moment.getFullYear() < firstYear ? null : moment.toISOString()
}
