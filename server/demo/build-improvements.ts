import { demoAccounts } from './accounts.ts'
import {
  addDays,
  addMinutes,
  atTime,
  type Calendar,
  type Instant,
  toDay,
  toIso,
  workdayOnOrBefore,
} from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import { inOrder, type RecordNumbers } from './number-records.ts'
import { emailOf } from './people.ts'
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

/** The improvement actions of all reviews, in the order in which they were registered. */
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
  return inOrder(registered, ({ createdAt, improvement }) => [createdAt, improvement.title]).map(
    ({ story, improvement, createdAt }, index) => {
      const { title, description, category, priority, status } = improvement
      const target = workdayOnOrBefore(addDays(createdAt, 7 * improvement.dueWeeks))
      const written = writtenAt(calendar, status, createdAt, target)
      return {
        id: `imp_demo_${String(index + 1).padStart(4, '0')}`,
        title,
        description,
        sourceType: 'pir',
        sourceRef: numbers.reviewOf(story),
        owner: emailOf(improvement.owner),
        targetDate: toDay(target),
        category,
        priority,
        status,
        ...proofOf(improvement, written),
        origin: 'demo',
        createdAt: toIso(createdAt),
        updatedAt: toIso(written),
      }
    },
  )
}

function writtenAt(calendar: Calendar, status: StoryImprovement['status'], createdAt: Instant, target: Instant) {
  const { from, days } = lastWrites[status]
  if (days === 0) return createdAt
  const wanted = atTime(workdayOnOrBefore(addDays(from === 'target' ? target : createdAt, days)), '14:20')
  return Math.max(createdAt, Math.min(wanted, atTime(addDays(calendar.today, -1), '10:00')))
}

/** Days from the verification of an action to the next look at it. */
const daysToRecheck = 90

function proofOf({ status, evidence, owner }: StoryImprovement, written: Instant) {
  if (status !== 'done' && status !== 'verified') return {}
  const isVerified = status === 'verified'
  const doneAt = isVerified ? atTime(workdayOnOrBefore(addDays(written, -9)), '11:05') : written
  const done = { evidence: evidence ?? null, doneAt: toIso(doneAt), doneBy: emailOf(owner) }
  if (!isVerified) return done
  const verifier = demoAccounts.find(({ role, email }) => role === 'manager' && email !== emailOf(owner))
  return {
    ...done,
    verifiedAt: toIso(written),
    verifiedBy: verifier?.email ?? null,
    recheckOn: toDay(addDays(written, daysToRecheck)),
  }
}
