import { demoAccounts } from './accounts.ts'
import { addDays, addMinutes, type Calendar, type Instant, setTime, setWorkday, toDay, toIso } from './calendar.ts'
import { getEmail } from './catalogue.ts'
import type { DemoRows } from './demo-rows.ts'
import { fillReferences, type RecordNumbers, sortByTime } from './number-records.ts'
import type { ScheduledStory } from './schedule-story.ts'
import type { StoryImprovement } from './story.ts'

/** Days from the registration, or from the target date, to the last write. */
const lastWrites = {
  open: { from: 'registration', days: 0 },
  in_progress: { from: 'registration', days: 11 },
  done: { from: 'target', days: -4 },
  verified: { from: 'target', days: 16 },
  cancelled: { from: 'target', days: -9 },
} as const

/** Builds the improvement actions of all reviews, in the order of their registration. */
export function buildImprovements(
  calendar: Calendar,
  stories: readonly ScheduledStory[],
  numbers: RecordNumbers,
): DemoRows['improvements'] {
  const registered = stories.flatMap((scheduled) => {
    const { story, review } = scheduled
    if (!review) return []
    return story.improvements.map((improvement, index) => ({
      story: story.key,
      improvement: fillReferences(improvement, scheduled, numbers),
      createdAt: addMinutes(review.at, -40 + 9 * index),
    }))
  })
  return sortByTime(registered, ({ createdAt, improvement }) => [createdAt, improvement.title]).map(
    ({ story, improvement, createdAt }, index) => {
      const { title, description, category, priority, status } = improvement
      const target = setWorkday(createdAt, -7 * improvement.dueWeeks, '00:00')
      const written = getWrittenTime(calendar, status, createdAt, target)
      return {
        id: `imp_demo_${String(index + 1).padStart(4, '0')}`,
        title,
        description,
        sourceType: 'pir',
        sourceRef: numbers.getReview(story),
        owner: getEmail(improvement.owner),
        targetDate: toDay(target),
        category,
        priority,
        status,
        ...buildProof(improvement, written),
        origin: 'demo',
        createdAt: toIso(createdAt),
        updatedAt: toIso(written),
      }
    },
  )
}

function getWrittenTime(calendar: Calendar, status: StoryImprovement['status'], createdAt: Instant, target: Instant) {
  const { from, days } = lastWrites[status]
  if (days === 0) return createdAt
  const wanted = setWorkday(from === 'target' ? target : createdAt, -days, '14:20')
  return Math.max(createdAt, Math.min(wanted, setTime(addDays(calendar.today, -1), '10:00')))
}

/** Days from the verification of an action to its recheck. */
const daysToRecheck = 90

function buildProof({ status, evidence, owner }: StoryImprovement, written: Instant) {
  if (status !== 'done' && status !== 'verified') return {}
  const isVerified = status === 'verified'
  const doneAt = isVerified ? setWorkday(written, 9, '11:05') : written
  const done = { evidence: evidence ?? null, doneAt: toIso(doneAt), doneBy: getEmail(owner) }
  if (!isVerified) return done
  const verifier = demoAccounts.find(({ role, email }) => role === 'manager' && email !== getEmail(owner))
  const verifiedBy = verifier?.email ?? null
  return { ...done, verifiedAt: toIso(written), verifiedBy, recheckOn: toDay(addDays(written, daysToRecheck)) }
}
