import { demoAccounts } from './accounts.ts'
import {
  addDays,
  addMinutes,
  type Calendar,
  getWorkdayOnOrBefore,
  type Instant,
  setTime,
  toDay,
  toIso,
} from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import { type RecordNumbers, sortByTime } from './number-records.ts'
import { getEmail } from './people.ts'
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
): DemoData['improvements'] {
  const registered = stories.flatMap((scheduled) => {
    const { story, review } = scheduled
    return (review ? story.improvements : []).map((improvement, index) => ({
      story: story.key,
      improvement: fillReferences(improvement, scheduled, numbers),
      createdAt: addMinutes(review?.completedAt ?? 0, -40 + 9 * index),
    }))
  })
  return sortByTime(registered, ({ createdAt, improvement }) => [createdAt, improvement.title]).map(
    ({ story, improvement, createdAt }, index) => {
      const { title, description, category, priority, status } = improvement
      const target = getWorkdayOnOrBefore(addDays(createdAt, 7 * improvement.dueWeeks))
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
  const wanted = setTime(getWorkdayOnOrBefore(addDays(from === 'target' ? target : createdAt, days)), '14:20')
  return Math.max(createdAt, Math.min(wanted, setTime(addDays(calendar.today, -1), '10:00')))
}

/** Days from the verification of an action to its recheck. */
const daysToRecheck = 90

function buildProof({ status, evidence, owner }: StoryImprovement, written: Instant) {
  if (status !== 'done' && status !== 'verified') return {}
  const isVerified = status === 'verified'
  const doneAt = isVerified ? setTime(getWorkdayOnOrBefore(addDays(written, -9)), '11:05') : written
  const done = { evidence: evidence ?? null, doneAt: toIso(doneAt), doneBy: getEmail(owner) }
  if (!isVerified) return done
  const verifier = demoAccounts.find(({ role, email }) => role === 'manager' && email !== getEmail(owner))
  return {
    ...done,
    verifiedAt: toIso(written),
    verifiedBy: verifier?.email ?? null,
    recheckOn: toDay(addDays(written, daysToRecheck)),
  }
}
