import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lessonMarks as allMarks } from '#lib/contracts/app/review-values.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { listChangeHistory } from '#server/history/queries.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { createContext, insertArticle, insertChange, insertOwed, noor } from '#server/reviews/testing.ts'
import { articles, lessonMarks } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'
import { deleteArticle } from './delete-article.ts'
import { compareChanges, listMarkedLessons, markLesson } from './lesson-marks.ts'
import { listArticleSummaries } from './summaries.ts'

const database = provideTestDatabase({ empty: [lessonMarks, articles, reviews, changes, auditEvents] })
const reviewer = () => createContext(database.db)
const viewer = testPerson('viewer', 'acc_vera')
const listMarks = async (number: string) =>
  (await listMarkedLessons(reviewer(), number)).map(({ id, mark, marked_by }) => [id, mark, marked_by])

test('implementer and reviewers mark a lesson for a change, once each, and the history says who', async () => {
  await insertArticle(database.db, 'KB1', { sourceChange: 'CHG2' })
  await insertChange(database.db, 'CHG1', { state: 'scheduled', assignedTo: viewer.email })
  await insertChange(database.db, 'CHG2', { state: 'scheduled' })
  const ofViewer = testContext(database.db, viewer)
  await markLesson(ofViewer, { number: 'CHG1', id: 'KB1' }, 'not_now')
  await expect(markLesson(ofViewer, { number: 'CHG2', id: 'KB1' }, 'applied')).rejects.toMatchObject({
    code: 'forbidden',
  })
  for (const _ of ['first', 'again']) await markLesson(reviewer(), { number: 'CHG1', id: 'KB1' }, 'applied')

  expect(await listMarks('chg1')).toEqual([['KB1', 'applied', noor.email]])
  expect(await listMarks('CHG2')).toEqual([])
  const offered = (number: string) => listArticleSummaries(reviewer(), { for_change: number, page: 1, limit: 5 })
  expect((await offered('CHG1')).rows).toMatchObject([{ id: 'KB1', mark: 'applied' }])
  const entries = await readRows(database.db, auditEvents, { entityId: 'CHG1' })
  expect(entries.map(({ actorName, actionName, changes: changed }) => [actorName, actionName, changed])).toEqual([
    [viewer.name, 'lesson_marked', { lesson: { from: null, to: 'KB1' }, lesson_mark: { from: null, to: 'not_now' } }],
    [
      noor.name,
      'lesson_marked',
      { lesson: { from: 'KB1', to: 'KB1' }, lesson_mark: { from: 'not_now', to: 'applied' } },
    ],
  ])
  for (const _ of ['first', 'again']) await markLesson(reviewer(), { number: 'CHG1', id: 'KB1' }, null)
  expect(await listMarks('CHG1')).toEqual([])
  const { rows } = await listChangeHistory(reviewer(), 'CHG1', { page: 1, limit: 5 })
  expect(rows[0]).toMatchObject({
    changes: { lesson: { from: 'KB1', to: null }, lesson_mark: { from: 'applied', to: null } },
    names: { KB1: 'Rehearse' },
  })
  expect(rows).toHaveLength(3)
  await expect(markLesson(reviewer(), { number: 'CHG9', id: 'KB1' }, 'applied')).rejects.toThrow('CHG9')
  await expect(markLesson(reviewer(), { number: 'CHG1', id: 'KB9' }, 'applied')).rejects.toThrow('KB9')
})

test('marks stay once the review is submitted or recorded, until it is reopened', async () => {
  await insertArticle(database.db, 'kb_1')
  const reference = await insertOwed(database.db, 'CHG1', { status: 'in_progress' }, { pirCompleted: true })
  await insertChange(database.db, 'CHG2', { pirCompleted: true })
  const mark = (number: string) => markLesson(reviewer(), { number, id: 'kb_1' }, 'applied')
  await mark('CHG1')
  await expect(mark('CHG2')).rejects.toMatchObject({ code: 'conflict' })
  for (const status of ['awaiting_sign_off', 'completed'] as const) {
    await database.db.update(reviews).set({ status }).where(eq(reviews.reference, reference))
    await expect(mark('CHG1')).rejects.toThrow('The review of CHG1 is submitted')
  }
})

test('marks follow the number of a change, and go with it and with the article', async () => {
  for (const id of ['kb_1', 'kb_2']) await insertArticle(database.db, id)
  for (const number of ['CHG1', 'CHG2']) {
    await insertChange(database.db, number)
    for (const id of ['kb_1', 'kb_2']) await markLesson(reviewer(), { number, id }, 'not_applicable')
  }
  await database.db.update(changes).set({ number: 'CHG3' }).where(eq(changes.number, 'CHG1'))
  await database.db.delete(changes).where(eq(changes.number, 'CHG2'))
  await deleteArticle(reviewer(), 'kb_2', undefined)
  expect(await database.db.select({ of: lessonMarks.change, id: lessonMarks.article }).from(lessonMarks)).toEqual([
    { of: 'CHG3', id: 'kb_1' },
  ])
})

test('the reviewed changes with and without a lesson are counted', async () => {
  const drawn = fc.record({
    article: fc.constantFrom('kb_1', 'kb_2'),
    mark: fc.constantFrom(...allMarks),
    outcome: fc.option(fc.constantFrom(...reviewOutcomes)),
    isCompleted: fc.constantFrom(true, true, true, false),
    state: fc.constantFrom('closed' as const, 'closed' as const, 'closed' as const, 'canceled' as const),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { maxLength: 25 }), async (marked) => {
      const { db } = database
      for (const table of [lessonMarks, articles, changes]) await db.delete(table)
      for (const id of ['kb_1', 'kb_2']) await insertArticle(db, id)
      for (const [index, { article, mark, outcome, isCompleted, state }] of marked.entries()) {
        const change = await insertChange(db, `CHG${index}`, { pirOutcome: outcome, pirCompleted: isCompleted, state })
        const at = '2026-03-01T00:00:00.000Z'
        await db.insert(lessonMarks).values({ article, change, mark, markedBy: noor.email, markedAt: at })
      }
      const recount = (isApplied: boolean) => {
        const reviewed = marked.filter(
          ({ article, mark, outcome, isCompleted, state }) =>
            article === 'kb_1' &&
            isCompleted &&
            state === 'closed' &&
            outcome !== null &&
            (mark === 'applied') === isApplied,
        )
        return {
          reviewed: reviewed.length,
          troubled: reviewed.filter(({ outcome }) => outcome !== 'successful').length,
        }
      }
      expect(await compareChanges(reviewer(), 'kb_1')).toMatchObject({
        applied: recount(true),
        otherwise: recount(false),
      })
    }),
    { numRuns: runs(15) },
  )
})
