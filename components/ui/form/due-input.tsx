'use client'

import type { ComponentProps } from 'react'
import { addToLocalDay } from '#lib/time/local-day.ts'
import { DateInput } from './date-input.tsx'

const usualDates = [
  { label: 'In a week', days: 7 },
  { label: 'In two weeks', days: 14 },
  { label: 'In a month', months: 1 },
] as const

type DueInputProps = Omit<ComponentProps<typeof DateInput>, 'onChange'> & { onChange: (day: string) => void }

/** Date input with buttons for common dates. */
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
