'use client'

import { dayAfter } from '#lib/time/local-day.ts'

const usualDates = [
  { label: 'In a week', days: 7 },
  { label: 'In two weeks', days: 14 },
  { label: 'In a month', months: 1 },
] as const

/** Buttons beside a date input for the dates that people usually choose. */
export function UsualDates({ onPick }: { onPick: (day: string) => void }) {
  return (
    <div className="-mx-1.5 flex flex-wrap">
      {usualDates.map(({ label, ...time }) => (
        <button
          key={label}
          type="button"
          onClick={() => onPick(dayAfter(new Date(), time))}
          className="min-h-6 rounded-md px-1.5 text-xs font-medium text-accent-text hover:bg-ink/7 pointer-coarse:min-h-8"
        >
          {label}
        </button>
      ))}
    </div>
  )
}
