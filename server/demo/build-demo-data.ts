import { foldForSorting } from '#lib/domain/fold-for-sorting.ts'
import { demoAccounts } from './accounts.ts'
import { buildArticles } from './build-articles.ts'
import { buildChanges } from './build-changes.ts'
import { buildImprovements } from './build-improvements.ts'
import { buildIncidents } from './build-incidents.ts'
import { buildReviews } from './build-reviews.ts'
import { addDays, atTime, type Calendar, createCalendar, toIso, workdayOnOrBefore } from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import { generateEverydayIncidents } from './generate-incidents.ts'
import { generateStories } from './generate-stories.ts'
import { numberRecords } from './number-records.ts'
import { people } from './people.ts'
import { products as catalogue } from './products.ts'
import { createRandom } from './random.ts'
import { scheduleStory } from './schedule-story.ts'
import { handWrittenStories } from './stories/all-stories.ts'

const incidentCount = 400

/** The demo data as of the day of `now` (UTC): the same for the same day, on every machine. */
export function buildDemoData(now: Date): DemoData {
  const calendar = createCalendar(now)
  const stories = [...handWrittenStories, ...generateStories()].map((story) => scheduleStory(calendar, story))
  const ofStories = stories.reduce((sum, { incidents: some }) => sum + some.length, 0)
  const numbers = numberRecords(stories, generateEverydayIncidents(calendar, incidentCount - ofStories))
  return {
    accounts: buildAccounts(calendar),
    users: buildUsers(calendar),
    products: catalogue.map((product) => ({ ...product, origin: 'demo' })),
    changes: buildChanges(stories, numbers),
    ...buildIncidents(calendar, numbers),
    improvements: buildImprovements(calendar, stories, numbers),
    articles: buildArticles(stories, numbers),
    reviews: buildReviews(stories, numbers),
  }
}

function buildAccounts(calendar: Calendar): DemoData['accounts'] {
  const at = toIso(atTime(addDays(calendar.today, -400), '09:00'))
  return demoAccounts.map((account) => ({ ...account, origin: 'demo', createdAt: at, updatedAt: at }))
}

function buildUsers(calendar: Calendar): DemoData['users'] {
  return people.map(({ id, name, email, bio, location }) => {
    const random = createRandom(`joined ${id}`)
    const day = workdayOnOrBefore(addDays(calendar.today, -random.between(420, 2_900)))
    return {
      id,
      name,
      nameKey: foldForSorting(name),
      email,
      bio,
      location,
      avatarUrl: null,
      origin: 'demo',
      createdAt: toIso(atTime(day, random.pick(['08:00', '08:30', '09:00']))),
    }
  })
}
