import { z } from 'zod'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { demoAccounts } from './accounts.ts'
import { buildArticles } from './build-articles.ts'
import { buildChanges } from './build-changes.ts'
import { buildImprovements } from './build-improvements.ts'
import { buildIncidents } from './build-incidents.ts'
import { addDays, type Calendar, createCalendar, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'
import type { DemoData, DemoReview } from './demo-data.ts'
import { drawEverydayIncidents } from './everyday-incidents.ts'
import { fillReferences } from './fill-references.ts'
import { numberRecords, type RecordNumbers } from './number-records.ts'
import { people } from './people.ts'
import { createRandom } from './random.ts'
import { once, readData } from './read-data.ts'
import { type ScheduledStory, scheduleStory } from './schedule-story.ts'
import { readStories } from './story.ts'

const incidentCount = 300

/** Builds the demo data as of the day of `now` (UTC), which is the same for a day on every machine. */
export function buildDemoData(now: Date): DemoData {
  const calendar = createCalendar(now)
  const stories = readStories().map((story) => scheduleStory(calendar, story))
  const ofStories = stories.reduce((sum, { incidents }) => sum + incidents.length, 0)
  const numbers = numberRecords(stories, drawEverydayIncidents(calendar, incidentCount - ofStories))
  return {
    accounts: buildAccounts(calendar),
    users: buildUsers(calendar),
    products: products().map((product) => ({ ...product, origin: 'demo' })),
    changes: buildChanges(stories, numbers),
    ...buildIncidents(calendar, numbers),
    improvements: buildImprovements(calendar, stories, numbers),
    articles: buildArticles(stories, numbers),
    reviews: buildReviews(stories, numbers),
  }
}

/** The service catalogue of the IT department by category: name, monthly price in euros, description. */
const Products = z.record(z.string(), z.array(z.tuple([z.string().min(1), z.number().positive(), z.string().min(1)])))

const products = once(() =>
  Object.entries(readData('products.yaml', Products))
    .flatMap(([category, rows]) => rows.map(([name, price, description]) => ({ name, description, price, category })))
    .map((product, index) => ({ id: `prd_${String(index + 1).padStart(4, '0')}`, ...product })),
)

function buildAccounts(calendar: Calendar): DemoData['accounts'] {
  const at = toIso(setTime(addDays(calendar.today, -400), '09:00'))
  return demoAccounts.map((account) => ({ ...account, origin: 'demo', createdAt: at, updatedAt: at }))
}

function buildUsers(calendar: Calendar): DemoData['users'] {
  return people().map(({ id, name, email, bio, location }) => {
    const random = createRandom(`joined ${id}`)
    const day = getWorkdayOnOrBefore(addDays(calendar.today, -random.between(420, 2_900)))
    const createdAt = toIso(setTime(day, random.pick(['08:00', '08:30', '09:00'])))
    return { id, name, nameKey: foldForSorting(name), email, bio, location, avatarUrl: null, origin: 'demo', createdAt }
  })
}

function buildReviews(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoReview[] {
  return stories.flatMap((scheduled) => {
    const { story, review, incidents } = scheduled
    if (!story.review || !review) return []
    const { afterDays: _, ...form } = fillReferences(story.review, scheduled, numbers)
    return [
      {
        ...form,
        reference: numbers.getReview(story.key),
        change: numbers.getChange(story.key),
        reviewer: review.reviewer.email,
        reviewerName: review.reviewer.name,
        signedOffBy: review.signedOffBy?.email ?? null,
        signerName: review.signedOffBy?.name ?? null,
        completedAt: toIso(review.completedAt),
        incidents: incidents.flatMap(({ origin }) => {
          if (!origin) return []
          const { key, cause, reason } = origin.incident
          const decision = cause ? ('confirmed' as const) : ('rejected' as const)
          return [{ incident: numbers.getIncident(story.key, key), decision, reason: reason ?? '' }]
        }),
      },
    ]
  })
}
