import { z } from 'zod'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { demoAccounts } from './accounts.ts'
import { buildImprovements } from './build-improvements.ts'
import { buildIncidents, drawEverydayIncidents } from './build-incidents.ts'
import {
  addDays,
  addMinutes,
  type Calendar,
  createCalendar,
  getWorkdayOnOrBefore,
  type Instant,
  setTime,
  toDay,
  toIso,
} from './calendar.ts'
import type { DemoData, DemoReview } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import { findApprovalTime } from './history/change-events.ts'
import { numberRecords, type RecordNumbers, sortByRecording, sortByTime } from './number-records.ts'
import { getEmail, people } from './people.ts'
import { createRandom } from './random.ts'
import { once, readData } from './read-data.ts'
import { type ScheduledStory, scheduleStory } from './schedule-story.ts'
import type { StoryLesson } from './story.ts'
import { readStories } from './story.ts'

const toIsoOrNull = (at: Instant | null) => (at === null ? null : toIso(at))

function buildChanges(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['changes'] {
  return sortByRecording(stories).map((scheduled) => {
    const { story, review } = scheduled
    const fill = <Value>(value: Value) => fillReferences(value, scheduled, numbers)
    const change = {
      number: numbers.getChange(story.key),
      title: fill(story.title),
      state: story.state,
      type: story.type,
      risk: story.risk,
      affectedServices: [...story.services],
      implementationPlan: fill(story.plan),
      riskAssessment: fill(story.riskAssessment),
      backoutPlan: fill(story.backout),
      plannedStart: toIso(scheduled.plannedStart),
      plannedEnd: toIso(scheduled.plannedEnd),
      actualStart: toIsoOrNull(scheduled.actualStart),
      actualEnd: toIsoOrNull(scheduled.actualEnd),
      assignedTo: scheduled.assignee?.email ?? null,
      requestedBy: scheduled.requester.email,
      assignmentGroup: story.team,
      closeCode: story.closeCode,
      closeNotes: story.closeCode && closeNotes[story.closeCode],
      isUnauthorized: story.unauthorized,
      pirCompleted: review !== null,
      pirReference: review && numbers.getReview(story.key),
      pirOutcome: (review && story.review?.outcome) ?? null,
      pirDate: review && toDay(review.completedAt),
      isStub: false,
      origin: 'demo',
      createdAt: toIso(scheduled.createdAt),
      updatedAt: toIso(scheduled.updatedAt),
    }
    const approvedAt = story.type === 'standard' ? null : findApprovalTime(change)
    return {
      ...change,
      approvedBy: approvedAt === null ? null : getEmail(story.approver ?? 'Ines Marchetti'),
      approvedAt,
    }
  })
}

const closeNotes: Readonly<Record<CloseCode, string>> = {
  successful: 'Carried out as planned. Checks after the work were green.',
  successful_with_issues: 'Carried out. Not everything went as planned; see the work notes.',
  backed_out: 'Backed out as the plan describes. Service was normal afterwards.',
  failed: 'The work did not reach its objective.',
}

const firstNumber = 10_001

/** Builds articles from the lessons of all reviews, published on the day of the review by its reviewer. */
function buildArticles(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['articles'] {
  const published = stories.flatMap((scheduled) => {
    const { story, review } = scheduled
    return (review ? story.lessons : []).map((lesson, index) => ({
      story: story.key,
      author: review?.reviewer.name,
      lesson: fillReferences(lesson, scheduled, numbers),
      createdAt: addMinutes(review?.completedAt ?? 0, 12 + 7 * index),
    }))
  })
  return sortByTime(published, ({ createdAt, lesson }) => [createdAt, lesson.title]).map(
    ({ story, lesson, author, createdAt }, index) => ({
      id: `KB${String(firstNumber + index).padStart(7, '0')}`,
      content: writeArticle(lesson),
      sourceChange: numbers.getChange(story),
      articleType: 'lesson',
      sourcePir: numbers.getReview(story),
      category: lesson.category,
      subcategory: lesson.subcategory,
      polarity: lesson.polarity,
      tags: lesson.tags,
      technologies: lesson.technologies,
      created: toDay(createdAt),
      author,
      origin: 'demo',
      createdAt: toIso(createdAt),
      updatedAt: toIso(createdAt),
    }),
  )
}

/** Formats a lesson as Markdown. */
function writeArticle({ title, context, happened, lesson, recommendations }: StoryLesson): string {
  const list = recommendations.map((line) => `- ${line}`).join('\n')
  const sections = { Context: context, 'What happened': happened, Lesson: lesson, Recommendation: list }
  const body = Object.entries(sections).flatMap(([heading, text]) => [`## ${heading}`, text])
  return `${[`# ${title}`, ...body].join('\n\n')}\n`
}

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
