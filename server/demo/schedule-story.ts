import { addBusinessDays, addDays, addMinutes, type Calendar, type Instant, setTime, setWorkday } from './calendar.ts'
import { getPerson, type Person } from './catalogue.ts'
import { createRandom, type Random } from './random.ts'
import type { Story, StoryIncident } from './story.ts'

/** A story with its times and its people. */
export type ScheduledStory = ReturnType<typeof scheduleStory>

/** An incident with its times. `origin` is its story and incident; null if no change caused it. */
export type DatedIncident = Pick<StoryIncident, 'text' | 'priority'> & {
  readonly service: string
  readonly openedAt: Instant
  readonly resolvedAt: Instant | null
  readonly isCancelled: boolean
  readonly origin: { readonly story: string; readonly incident: StoryIncident } | null
}

/** A review; `at` is when it was completed, submitted or, in progress, started. */
type ScheduledReview = {
  readonly status: 'completed' | 'awaiting_sign_off' | 'in_progress'
  readonly at: Instant
  readonly reviewer: Person
  readonly signedOffBy: Person | null
}

const officeTimes = ['08:20', '09:05', '10:10', '11:40', '13:15', '14:30', '15:50']

/** Minimum and maximum days from the recording of a change to its planned start; high risks take longer. */
const leadDays = { standard: [3, 6], normal: [9, 18], emergency: [0, 0] } as const
/** Minimum and maximum days since the recording of a change that is still ahead, by state. */
const ageDays = { new: [1, 4], assess: [4, 9], authorize: [8, 15], scheduled: [12, 24] } as const

export function scheduleStory(calendar: Calendar, story: Story) {
  const random = createRandom(`schedule ${story.key}`)
  const plannedStart = calendar.getStart(story.planned)
  const actualStart = story.actual && addMinutes(plannedStart, story.actual.late)
  const isOver = story.state === 'review' || story.state === 'closed'
  const actualEnd =
    story.actual && actualStart !== null && isOver ? addMinutes(actualStart, story.actual.minutes) : null
  const createdAt = drawRecordingTime(calendar, story, plannedStart, random)
  const review = actualEnd === null ? null : scheduleReview(calendar, story, actualEnd, random)
  const times = { createdAt, plannedStart, actualStart, actualEnd }
  return {
    ...times,
    story,
    updatedAt: review?.status === 'completed' ? review.at : drawLastWrite(story, times, random),
    plannedEnd: addMinutes(plannedStart, story.planned.minutes),
    assignee: story.assignee === undefined ? null : getPerson(story.assignee),
    requester: getPerson(story.requester),
    incidents: story.incidents.map((incident) => scheduleIncident(story, incident, actualStart ?? plannedStart)),
    review,
  }
}

function scheduleIncident(story: Story, incident: StoryIncident, changeStart: Instant): DatedIncident {
  const { text, priority, service = story.services[0] } = incident
  const openedAt = addMinutes(changeStart, incident.after)
  const resolvedAt = addMinutes(openedAt, incident.lasts)
  return { text, priority, service, openedAt, resolvedAt, isCancelled: false, origin: { story: story.key, incident } }
}

function drawRecordingTime(calendar: Calendar, story: Story, plannedStart: Instant, random: Random): Instant {
  const { state } = story
  if (state === 'new' || state === 'assess' || state === 'authorize' || state === 'scheduled') {
    const [least, most] = ageDays[state]
    return setWorkday(calendar.today, random.between(least, most), random.pick(officeTimes))
  }
  if (story.leadDays !== undefined) return setTime(addDays(plannedStart, -story.leadDays), random.pick(officeTimes))
  if (story.type === 'emergency') return addMinutes(plannedStart, -random.between(25, 55))
  const [least, most] = leadDays[story.type]
  const days = random.between(least, most) + (story.risk === 'high' || story.risk === 'very_high' ? 7 : 0)
  return setWorkday(plannedStart, days, random.pick(officeTimes))
}

type StoryTimes = {
  readonly createdAt: Instant
  readonly plannedStart: Instant
  readonly actualStart: Instant | null
  readonly actualEnd: Instant | null
}

function drawLastWrite(story: Story, times: StoryTimes, random: Random): Instant {
  if (story.state === 'canceled') return setTime(addDays(times.plannedStart, -1), '15:30')
  if (times.actualEnd === null) return times.actualStart ?? addMinutes(times.createdAt, random.between(10, 110))
  return story.state === 'closed'
    ? setTime(addBusinessDays(times.actualEnd, 1), random.pick(officeTimes))
    : addMinutes(times.actualEnd, random.between(5, 25))
}

function scheduleReview(
  { today }: Calendar,
  { review, begun }: Story,
  actualEnd: Instant,
  random: Random,
): ScheduledReview | null {
  if (begun) {
    const at = setWorkday(today, 1, '10:20')
    return { status: 'in_progress', at, reviewer: getPerson(begun.reviewer), signedOffBy: null }
  }
  if (!review) return null
  const reviewer = getPerson(review.reviewer)
  const signedOffBy = review.signedOffBy === undefined ? null : getPerson(review.signedOffBy)
  if (review.afterDays === undefined) {
    return { status: 'awaiting_sign_off', at: setWorkday(today, 1, '14:10'), reviewer, signedOffBy }
  }
  const at = setTime(addBusinessDays(actualEnd, review.afterDays), random.pick(officeTimes))
  return { status: 'completed', at, reviewer, signedOffBy }
}
