import { addDays } from './calendar.ts'
import { mapTexts } from './map-texts.ts'
import type { RecordNumbers } from './number-records.ts'
import type { ScheduledStory } from './schedule-story.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Puts the numbers of records in place of `{change}`, `{pir:other}` and the like, and in place of `{month}` the month
 * whose updates are installed: vendors publish them in its second week.
 */
export function fillReferences<Value>(value: Value, scheduled: ScheduledStory, numbers: RecordNumbers): Value {
  const own = scheduled.story.key
  const updates = new Date(addDays(scheduled.plannedStart, -12))
  const numberFor = (kind: string, name: string | undefined): string => {
    if (kind === 'month') return months[updates.getUTCMonth()] ?? ''
    if (kind === 'change') return numbers.changeOf(name ?? own)
    if (kind === 'pir') return numbers.reviewOf(name ?? own)
    const [first = '', second] = (name ?? '').split('/')
    return second === undefined ? numbers.incidentOf(own, first) : numbers.incidentOf(first, second)
  }
  return mapTexts(value, (text) =>
    text.replace(/\{(change|pir|incident|month)(?::([\w/-]+))?\}/g, (_, kind: string, name: string | undefined) =>
      numberFor(kind, name),
    ),
  )
}
