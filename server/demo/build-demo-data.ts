import type { Measure } from '#lib/contracts/measures.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { demoAccounts } from './accounts.ts'
import { buildImprovements } from './build-improvements.ts'
import { buildIncidents, drawEverydayIncidents } from './build-incidents.ts'
import { buildReviews, type DemoReview } from './build-reviews.ts'
import {
  addDays,
  addMinutes,
  type Calendar,
  createCalendar,
  type Instant,
  setTime,
  setWorkday,
  toDay,
  toIso,
} from './calendar.ts'
import { getEmail, people, products } from './catalogue.ts'
import { findApprovalTime } from './change-events.ts'
import type { DemoRows } from './demo-rows.ts'
import { fillReferences, numberRecords, type RecordNumbers, sortByRecording, sortByTime } from './number-records.ts'
import { createRandom } from './random.ts'
import { type ScheduledStory, scheduleStory } from './schedule-story.ts'
import { readStories, type StoryLesson } from './story.ts'

/** The rows to insert, the reviews, and facts that they do not contain. */
export type DemoData = DemoRows & { readonly reviews: DemoReview[] }

const toIsoOrNull = (at: Instant | null) => (at === null ? null : toIso(at))

const buildMeasures = ({ story, createdAt, actualEnd, plannedEnd }: ScheduledStory): Measure[] =>
  story.measures.map((measure, index) => ({
    id: `msr_${story.key}_${index}`,
    ...measure,
    stated_at: toIso(createdAt),
    readings: measure.readings.map(({ hours, ...read }) => ({
      ...read,
      taken_at: toIso(addMinutes(actualEnd ?? plannedEnd, hours * 60)),
    })),
  }))

function buildChanges(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['changes'] {
  return sortByRecording(stories).map((scheduled) => {
    const { story } = scheduled
    const review = scheduled.review?.status === 'completed' ? scheduled.review : null
    const fill = <Value>(value: Value) => fillReferences(value, scheduled, numbers)
    const change = {
      number: numbers.getChange(story.key),
      title: fill(story.title),
      description: story.description,
      objective: story.objective,
      model: story.model,
      effortPlanned: story.review?.effect.effort_planned ?? null,
      effortActual: story.review?.effect.effort_actual ?? null,
      measures: buildMeasures(scheduled),
      parent: story.parent === undefined ? null : numbers.getChange(story.parent),
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
      pirDate: review && toDay(review.at),
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

/** Builds articles from the lessons of all reviews, published on the day of the review by its reviewer. */
function buildArticles(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['articles'] {
  const published = stories.flatMap((scheduled) => {
    const { story, review } = scheduled
    if (!review) return []
    return story.lessons.map((lesson, index) => ({
      story: story.key,
      author: review.reviewer.name,
      lesson: fillReferences(lesson, scheduled, numbers),
      createdAt: addMinutes(review.at, 12 + 7 * index),
    }))
  })
  return sortByTime(published, ({ createdAt, lesson }) => [createdAt, lesson.title]).map(
    ({ story, lesson, author, createdAt }, index) => ({
      id: `KB001${String(index + 1).padStart(4, '0')}`,
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
  const records = {
    changes: buildChanges(stories, numbers),
    improvements: buildImprovements(calendar, stories, numbers),
    articles: buildArticles(stories, numbers),
  }
  const createdAt = toIso(setTime(addDays(calendar.today, -400), '09:00'))
  return {
    ...records,
    ...buildIncidents(calendar, numbers),
    accounts: demoAccounts.map((account) => ({ ...account, origin: 'demo', createdAt, updatedAt: createdAt })),
    users: buildUsers(calendar),
    products: products().map((product) => ({ ...product, origin: 'demo' })),
    reviews: buildReviews(stories, numbers, records),
  }
}

function buildUsers(calendar: Calendar): DemoData['users'] {
  return people().map(({ id, name, email, bio, location }) => {
    const random = createRandom(`joined ${id}`)
    const time = random.pick(['08:00', '08:30', '09:00'])
    const createdAt = toIso(setWorkday(calendar.today, random.between(420, 2_900), time))
    return { id, name, nameKey: foldForSorting(name), email, bio, location, avatarUrl: null, origin: 'demo', createdAt }
  })
}
