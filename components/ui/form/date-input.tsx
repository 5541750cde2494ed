'use client'

import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import { Input } from './input.tsx'

type DateInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The value of `datetime-local` is local time without a time zone. */
  type?: 'date' | 'datetime-local'
  /** Leaves out the formatted date beside the field, as in a row of filters. */
  plain?: boolean
}

/**
 * The browser's date field; its value is `YYYY-MM-DD`. The browser decides on its format, so the date stands beside it
 * in the usual format.
 */
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
