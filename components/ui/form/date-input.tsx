'use client'

import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import { addToLocalDay } from '#lib/time/local-day.ts'
import { Input } from './input.tsx'

type DateInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The value of `datetime-local` is local time without a time zone. */
  type?: 'date' | 'datetime-local'
  /** Leaves out the formatted date beside the field, as in a row of filters. */
  plain?: boolean
}

/** The browser's date field, whose format is its own; the date in the usual format stands beside it. */
export function DateInput({ type = 'date', plain = false, className, ...props }: DateInputProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [value, setValue] = useState('')
  const readValue = () => setValue(box.current?.querySelector('input')?.value ?? '')
  // Runs after each render, because a form can reset its fields without an event.
  useEffect(readValue)
  return (
    <span ref={box} onInput={readValue} className="flex flex-wrap items-center gap-x-2">
      <Input
        max={type === 'date' ? '9999-12-31' : '9999-12-31T23:59'}
        {...props}
        type={type}
        className={`max-w-60 tabular-nums ${className ?? ''}`}
      />
      <span aria-hidden="true" className="text-xs whitespace-nowrap text-muted tabular-nums empty:hidden">
        {plain ? null : describeDay(value)}
      </span>
    </span>
  )
}

function describeDay(value: string): string {
  const isDay = value.length === 10
  if (value === '' || Number.isNaN(Date.parse(isDay ? value : `${value}Z`))) return ''
  return isDay ? formatDay(value) : formatInstant(new Date(`${value}Z`), 'UTC')
}

const usualDates = [
  { label: 'In a week', days: 7 },
  { label: 'In two weeks', days: 14 },
  { label: 'In a month', months: 1 },
] as const

type DueInputProps = Omit<ComponentProps<typeof DateInput>, 'onChange'> & { onChange: (day: string) => void }

export function DueInput({ onChange, ...props }: DueInputProps) {
  return (
    <>
      <DateInput {...props} onChange={({ target }) => onChange(target.value)} />
      <div className="-mx-1.5 flex flex-wrap">
        {usualDates.map(({ label, ...time }) => (
          <button
            key={label}
            type="button"
            onClick={() => onChange(addToLocalDay(new Date(), time))}
            className="min-h-6 rounded-md px-1.5 text-xs font-medium text-accent-text hover:bg-ink/7 pointer-coarse:min-h-8"
          >
            {label}
          </button>
        ))}
      </div>
    </>
  )
}

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

function toLocal(iso: string): string {
  const moment = new Date(iso)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Earlier years are still being typed: the browser reports years such as 0202. */
const minYear = 1970

function fromLocal(local: string): string | null {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) || moment.getFullYear() < minYear ? null : moment.toISOString()
}
