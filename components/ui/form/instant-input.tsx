'use client'

import { useState } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { DateInput } from './date-input.tsx'

type InstantInputProps = {
  /** ISO 8601 in UTC; null while empty. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  disabled?: boolean
}

/**
 * Date and time in the reader's time zone for an instant stored in UTC, inside a `Field`. `onChange` receives complete
 * instants only; an incomplete one is reset on blur.
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

const padToTwo = (part: number) => String(part).padStart(2, '0')

function toLocal(iso: string): string {
  const moment = new Date(iso)
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${padToTwo(moment.getMonth() + 1)}-${padToTwo(moment.getDate())}`
  return `${day}T${padToTwo(moment.getHours())}:${padToTwo(moment.getMinutes())}`
}

/** Earlier years are still being typed: the browser reports years such as 0202. */
const minYear = 1970

function fromLocal(local: string): string | null {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) || moment.getFullYear() < minYear ? null : moment.toISOString()
}
