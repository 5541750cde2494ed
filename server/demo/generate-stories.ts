import type { Slot, Weekday } from './calendar.ts'
import { families } from './families/all-families.ts'
import type { Family, FamilyChange, WorkingHours } from './family.ts'
import { mapTexts } from './map-texts.ts'
import { createRandom, type Random } from './random.ts'
import type { Story, StoryIncident } from './story.ts'

type Member = { readonly family: Family; readonly change: FamilyChange; readonly key: string }

const startTimes: Readonly<Record<WorkingHours, { days: readonly Weekday[]; times: readonly string[] }>> = {
  office: { days: ['mon', 'tue', 'wed', 'thu'], times: ['09:00', '09:30', '10:00', '13:30', '14:00'] },
  evening: { days: ['mon', 'tue', 'wed', 'thu'], times: ['18:00', '18:30', '19:00', '20:00'] },
  night: { days: ['tue', 'wed', 'thu', 'fri', 'sat'], times: ['00:30', '01:00', '02:00', '22:30', '23:00'] },
  weekend: { days: ['sun'], times: ['06:00', '07:00', '08:00', '14:00'] },
}

/** The changes of every family as stories: which ones and how they went is written, when and by whom is drawn. */
export function generateStories(): Story[] {
  const members = families.flatMap((family) =>
    family.changes.map((change, index) => ({ family, change, key: `${family.key}-${index + 1}` })),
  )
  const weeks = drawWeeks(members)
  return members.map((member) => tellStory(member, weeks.get(member.key) ?? 0))
}

const weekRanges = {
  closed: [4, 49],
  canceled: [4, 45],
  review: [1, 5],
  implement: [0, 0],
  scheduled: [-3, -1],
  authorize: [-5, -2],
  assess: [-8, -3],
  new: [-12, -5],
} as const

/** A week for every member that names none, the members of a state spread evenly over its range. */
function drawWeeks(members: readonly Member[]): Map<string, number> {
  const random = createRandom('weeks of everyday changes')
  const weeks = new Map<string, number>()
  for (const [state, [first, last]] of Object.entries(weekRanges)) {
    const ofState = random.shuffle(members.filter(({ change }) => (change.state ?? 'closed') === state))
    for (const [index, { key, change }] of ofState.entries()) {
      const spread = first + Math.floor((index * (last - first + 1)) / ofState.length)
      weeks.set(key, change.weeksAgo ?? spread)
    }
  }
  return weeks
}

function drawSlot(family: Family, weeksAgo: number, random: Random): Slot {
  const { days, times } = startTimes[family.hours]
  const at = random.pick(times)
  const day = random.pick(days)
  return weeksAgo === 0 ? { daysAgo: 1, at, minutes: family.minutes } : { weeksAgo, day, at, minutes: family.minutes }
}

function tellStory({ family, change, key }: Member, weeksAgo: number): Story {
  const random = createRandom(key)
  const state = change.state ?? 'closed'
  const ending = change.ending === undefined ? undefined : family.endings[change.ending]
  const isKnown = state !== 'new'
  const wasCarriedOut = state === 'closed' || state === 'review' || state === 'implement'
  const late = random.pick([0, 0, 0, 5, 10])
  const minutes = ending?.minutes ?? Math.floor((family.minutes * random.between(60, 88)) / 500) * 5
  const isReviewed = ending !== undefined && state === 'closed'
  const incidents = change.incidents ?? (isReviewed ? ending.incidents : undefined)
  const afterDays = Math.max(random.between(3, 8), daysUntilSettled(incidents ?? [], minutes))
  const story: Story = {
    key,
    title: change.title,
    type: family.type,
    risk: isKnown ? family.risk : null,
    state,
    services: change.services,
    team: family.team,
    planned: drawSlot(family, weeksAgo, random),
    actual: wasCarriedOut ? { late, minutes } : null,
    plan: isKnown ? family.plan : null,
    riskAssessment: isKnown && state !== 'assess' ? family.riskAssessment : null,
    backout: isKnown ? family.backout : null,
    ...(change.closeCode ? { closeCode: change.closeCode } : {}),
    ...(change.unauthorized ? { unauthorized: true } : {}),
    ...(incidents ? { incidents } : {}),
    ...(isReviewed ? { review: { afterDays, ...ending.review } } : {}),
    ...(isReviewed && ending.improvements ? { improvements: ending.improvements } : {}),
    ...(isReviewed && ending.lessons ? { lessons: ending.lessons } : {}),
  }
  const slots: Readonly<Record<string, string>> = { service: change.services[0], ...change.slots }
  return mapTexts(story, (text) => text.replace(/<(\w+)>/g, (slot, name: string) => slots[name] ?? slot))
}

/** Days from the end of a change until the last of its incidents is resolved and a day has passed. */
function daysUntilSettled(incidents: readonly StoryIncident[], minutes: number): number {
  const settled = incidents.map(({ after, lasts }) => after + (lasts ?? 0) - minutes)
  return Math.ceil(Math.max(0, ...settled) / 1440) + 1
}
