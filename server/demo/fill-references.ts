import { addDays } from './calendar.ts'
import type { RecordNumbers } from './number-records.ts'
import type { ScheduledStory } from './schedule-story.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Replaces `{change}`, `{pir:other}` and similar references by the numbers of records, `{month}` by the month whose
 * updates are installed (vendors publish them in its second week), and names of the story's values by the values.
 */
export function fillReferences<Value>(value: Value, scheduled: ScheduledStory, numbers: RecordNumbers): Value {
  const { key: storyKey, services, values } = scheduled.story
  const updates = new Date(addDays(scheduled.plannedStart, -12))
  const textFor = (kind: string, name: string | undefined): string => {
    if (kind === 'change') return numbers.getChange(name ?? storyKey)
    if (kind === 'pir') return numbers.getReview(name ?? storyKey)
    if (kind === 'month') return months[updates.getUTCMonth()] ?? ''
    if (kind === 'incident') {
      const [first = '', second] = (name ?? '').split('/')
      return second === undefined ? numbers.getIncident(storyKey, first) : numbers.getIncident(first, second)
    }
    const text = kind === 'service' ? services[0] : values[kind]
    if (text === undefined) throw new Error(`The story ${storyKey} of the demo has no value for {${kind}}.`)
    return text
  }
  return mapTexts(value, (text) =>
    text.replace(/\{(\w+)(?::([\w/-]+))?\}/g, (_, kind: string, name: string | undefined) => textFor(kind, name)),
  ) as Value
}

/** Copies a value with every text in it changed, at any depth; keys stay. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]))
}
