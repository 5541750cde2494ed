import {
  addBusinessDays,
  addDays,
  addMinutes,
  atTime,
  type Calendar,
  type Instant,
  workdayOnOrBefore,
} from './calendar.ts'
import { membersOf, type Person, personNamed } from './people.ts'
import { createRandom, type Random } from './random.ts'
import type { Story, StoryIncident } from './story.ts'

/** A story with its times and its people. */
export type ScheduledStory = {
  readonly story: Story
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly plannedStart: Instant
  readonly plannedEnd: Instant
  readonly actualStart: Instant | null
  readonly actualEnd: Instant | null
  readonly assignee: Person | null
  readonly requester: Person
  readonly incidents: readonly ScheduledIncident[]
  readonly review: ScheduledReview | null
}

export type ScheduledIncident = StoryIncident & { readonly openedAt: Instant; readonly resolvedAt: Instant | null }

type ScheduledReview = {
  readonly completedAt: Instant
  readonly reviewer: Person
  readonly signedOffBy: Person | null
}

const reviewers = ['Noor Haddad', 'Callum Reid', 'Noor Haddad', 'Callum Reid', 'Kofi Asante', 'Lucía Ferreyra']
const managers = ['Henrike Vos', 'Paolo Ferrand']
const officeTimes = ['08:20', '09:05', '10:10', '11:40', '13:15', '14:30', '15:50']

/** Days ahead of the planned start on which a change is recorded; high risks need longer. */
const leadDays = { standard: [3, 6], normal: [9, 18], emergency: [0, 0] } as const
/** Days before today on which a change that is still ahead was recorded. */
const ageDays = { new: [1, 4], assess: [4, 9], authorize: [8, 15], scheduled: [12, 24] } as const

export function scheduleStory(calendar: Calendar, story: Story): ScheduledStory {
  const random = createRandom(`schedule ${story.key}`)
  const plannedStart = calendar.startOf(story.planned)
  const plannedEnd = addMinutes(plannedStart, story.planned.minutes)
  const actualStart = story.actual ? addMinutes(plannedStart, story.actual.late ?? 0) : null
  const isOver = story.state === 'review' || story.state === 'closed'
  const actualEnd =
    story.actual && actualStart !== null && isOver ? addMinutes(actualStart, story.actual.minutes) : null
  const team = membersOf(story.team)
  const assignee =
    story.assignee === null || (story.assignee === undefined && story.state === 'new')
      ? null
      : story.assignee === undefined
        ? random.pick(team)
        : personNamed(story.assignee)
  const requester = story.requester === undefined ? random.pick(team) : personNamed(story.requester)
  const createdAt = recordedAt(calendar, story, plannedStart, random)
  const review =
    story.review && actualEnd !== null
      ? {
          completedAt: atTime(addBusinessDays(actualEnd, story.review.afterDays), random.pick(officeTimes)),
          reviewer: drawReviewer(story, assignee, random),
          signedOffBy: drawSignOff(story, random),
        }
      : null
  return {
    story,
    createdAt,
    updatedAt: review?.completedAt ?? lastWrite(story, { createdAt, plannedStart, actualStart, actualEnd }, random),
    plannedStart,
    plannedEnd,
    actualStart,
    actualEnd,
    assignee,
    requester,
    incidents: (story.incidents ?? []).map((incident) => scheduleIncident(incident, actualStart ?? plannedStart)),
    review,
  }
}

function scheduleIncident(incident: StoryIncident, changeStart: Instant): ScheduledIncident {
  const openedAt = addMinutes(changeStart, incident.after)
  return { ...incident, openedAt, resolvedAt: incident.lasts === null ? null : addMinutes(openedAt, incident.lasts) }
}

function recordedAt(calendar: Calendar, story: Story, plannedStart: Instant, random: Random): Instant {
  const { state } = story
  if (state === 'new' || state === 'assess' || state === 'authorize' || state === 'scheduled') {
    const [least, most] = ageDays[state]
    return atTime(workdayOnOrBefore(addDays(calendar.today, -random.between(least, most))), random.pick(officeTimes))
  }
  if (story.leadDays !== undefined) return atTime(addDays(plannedStart, -story.leadDays), random.pick(officeTimes))
  if (story.type === 'emergency') return addMinutes(plannedStart, -random.between(25, 55))
  const [least, most] = leadDays[story.type]
  const days = random.between(least, most) + (story.risk === 'high' || story.risk === 'very_high' ? 7 : 0)
  return atTime(workdayOnOrBefore(addDays(plannedStart, -days)), random.pick(officeTimes))
}

type Times = Pick<ScheduledStory, 'createdAt' | 'plannedStart' | 'actualStart' | 'actualEnd'>

function lastWrite(story: Story, times: Times, random: Random): Instant {
  if (story.state === 'canceled') return atTime(addDays(times.plannedStart, -1), '15:30')
  if (times.actualEnd !== null) {
    return story.state === 'closed'
      ? atTime(addBusinessDays(times.actualEnd, 1), random.pick(officeTimes))
      : addMinutes(times.actualEnd, random.between(5, 25))
  }
  return times.actualStart ?? addMinutes(times.createdAt, random.between(10, 110))
}

function drawReviewer(story: Story, assignee: Person | null, random: Random): Person {
  if (story.review?.reviewer) return personNamed(story.review.reviewer)
  return personNamed(random.pick(reviewers.filter((name) => name !== assignee?.name)))
}

/** A manager signs off emergencies, high risks and what did not fully succeed. */
function drawSignOff(story: Story, random: Random): Person | null {
  if (story.review?.signedOffBy) return personNamed(story.review.signedOffBy)
  const isDue =
    story.type === 'emergency' ||
    story.risk === 'high' ||
    story.risk === 'very_high' ||
    story.review?.outcome === 'failed' ||
    story.review?.outcome === 'partially_successful'
  return isDue ? personNamed(random.pick(managers)) : null
}
