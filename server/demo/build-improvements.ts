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
import { membersOf, personNamed } from './people.ts'
import { createRandom } from './random.ts'
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
    const completedAt = scheduled.review?.completedAt
    if (completedAt === undefined) return []
    return (scheduled.story.improvements ?? []).map((improvement, index) => ({
      scheduled,
      improvement,
      createdAt: addMinutes(completedAt, -40 + 9 * index),
    }))
  })
  return inOrder(
    registered,
    ({ createdAt }) => createdAt,
    ({ improvement }) => improvement.title,
  ).map(({ scheduled, improvement, createdAt }, index) => {
    const target = workdayOnOrBefore(addDays(createdAt, 7 * improvement.dueWeeks))
    const { title, description } = fillReferences(improvement, scheduled, numbers)
    const owner = ownerOf(scheduled, improvement)
    const written = writtenAt(calendar, improvement.status, createdAt, target)
    return {
      id: `imp_demo_${String(index + 1).padStart(4, '0')}`,
      title,
      description,
      sourceType: 'pir',
      sourceRef: numbers.reviewOf(scheduled.story.key),
      owner,
      targetDate: toDay(target),
      category: improvement.category,
      priority: improvement.priority,
      status: improvement.status,
      ...proofOf(improvement, owner, written),
      origin: 'demo',
      createdAt: toIso(createdAt),
      updatedAt: toIso(written),
    }
  })
}

function writtenAt(calendar: Calendar, status: StoryImprovement['status'], createdAt: Instant, target: Instant) {
  const { from, days } = lastWrites[status]
  if (days === 0) return createdAt
  const wanted = atTime(workdayOnOrBefore(addDays(from === 'target' ? target : createdAt, days)), '14:20')
  return Math.max(createdAt, Math.min(wanted, atTime(addDays(calendar.today, -1), '10:00')))
}

/** What shows that an action is done, by its category. */
const evidence: Readonly<Record<string, string>> = {
  testing: 'The test is part of the release pipeline; the last three runs are linked in the team log.',
  monitoring: 'The alert is live; it was tried with a made-up breach and reached the person on call in two minutes.',
  policy: 'The change template was amended and announced; the next two changes were raised with it.',
  procedure: 'The runbook was rewritten and walked through by someone who had not seen it before.',
  automation: 'The script replaces the step by hand; its log of the last run is attached to the change template.',
}
const otherEvidence = 'Shown to the change manager in the weekly meeting; the minutes say what was tried.'

/** Days from the verification of an action to the next look at it. */
const daysToRecheck = 90

function proofOf({ status, category }: StoryImprovement, owner: string, written: Instant) {
  if (status !== 'done' && status !== 'verified') return {}
  const isVerified = status === 'verified'
  const doneAt = isVerified ? atTime(workdayOnOrBefore(addDays(written, -9)), '11:05') : written
  const done = { evidence: evidence[category] ?? otherEvidence, doneAt: toIso(doneAt), doneBy: owner }
  if (!isVerified) return done
  const [verifier] = demoAccounts.filter(({ role, email }) => role === 'manager' && email !== owner)
  return {
    ...done,
    verifiedAt: toIso(written),
    verifiedBy: verifier?.email ?? null,
    recheckOn: toDay(addDays(written, daysToRecheck)),
  }
}

function ownerOf({ story }: ScheduledStory, improvement: StoryImprovement): string {
  if (improvement.owner !== undefined) return personNamed(improvement.owner).email
  return createRandom(`owner ${improvement.title}`).pick(membersOf(story.team)).email
}
