import { DateInput, type DateInputProps } from '#components/ui/form/date-input.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { addMonthsTo, getDayInZone } from '#lib/time/local-day.ts'

const usualDates = [
  { label: 'In a week', add: (day: string) => addDaysTo(day, 7) },
  { label: 'In two weeks', add: (day: string) => addDaysTo(day, 14) },
  { label: 'In a month', add: (day: string) => addMonthsTo(day, 1) },
] as const

/** The day on which an action is due, with the usual ones as buttons. */
export function DueInput(props: DateInputProps) {
  const zone = useZone()
  return (
    <>
      <DateInput {...props} />
      <div className="-mx-1.5 flex flex-wrap">
        {usualDates.map(({ label, add }) => (
          <button
            key={label}
            type="button"
            onClick={() => props.onChange(add(getDayInZone(new Date().toISOString(), zone)))}
            className="min-h-6 rounded-md px-1.5 text-xs font-medium text-accent-text hover:bg-ink/7 pointer-coarse:min-h-8"
          >
            {label}
          </button>
        ))}
      </div>
    </>
  )
}
