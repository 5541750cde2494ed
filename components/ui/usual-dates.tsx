'use client'

import { dayAfter } from '#lib/domain/local-day.ts'
import { Button } from './button.tsx'

const usualDates = [
  { label: 'In a week', days: 7 },
  { label: 'In two weeks', days: 14 },
  { label: 'In a month', months: 1 },
] as const

/** Buttons beside a date input for the dates that people usually choose. */
export function UsualDates({ onPick }: { onPick: (day: string) => void }) {
  return (
    <div className="flex flex-wrap gap-1">
      {usualDates.map(({ label, ...time }) => (
        <Button key={label} variant="ghost" size="sm" onClick={() => onPick(dayAfter(new Date(), time))}>
          {label}
        </Button>
      ))}
    </div>
  )
}
