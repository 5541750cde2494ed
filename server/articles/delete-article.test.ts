import { expect, test } from 'vitest'
import { findDeletionOr404 } from '#server/pages/page-context.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviewSteps } from '#server/schema/reviews.ts'
import { createArticle } from './commands.ts'
import { deleteArticle } from './delete-article.ts'
import { getArticle } from './queries.ts'

const database = provideTestDatabase()

const ctx = (now = '2026-03-10T12:00:00.000Z') => testContext(database.db, testPerson('manager'), new Date(now))

test('deletes an article, and its history stays', async () => {
  const { id, version } = await createArticle(ctx(), { content: 'Measure first', metadata: { tags: ['upgrade'] } })
  await expect(deleteArticle(ctx(), id, [version + 1])).rejects.toMatchObject({ code: 'precondition_failed' })
  await expect(findDeletionOr404(ctx(), 'article', id)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404')
  await deleteArticle(ctx(), id, [version])
  await expect(getArticle(ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
  const deletion = { at: '2026-03-10T12:00:00.000Z', isByRetention: false }
  expect(await findDeletionOr404(ctx(), 'article', id)).toEqual(deletion)
  const events = await readRows(database.db, auditEvents, { entityId: id })
  expect(events.at(-1)).toMatchObject({ action: 'delete', changes: { content: { from: 'Measure first', to: null } } })
})

test('keeps the published lesson of a review', async () => {
  const { id } = await createArticle(ctx(), { content: 'Rehearse' })
  await database.db.insert(reviewSteps).values({
    reference: 'PIR-2026-0001',
    step: 'lessons',
    version: 1,
    savedAt: '2026-03-10T12:00:00Z',
    savedBy: 'Noor',
    form: {
      drafts: [
        { key: 'a', article_id: null },
        { key: 'b', article_id: id },
      ],
    },
  })
  await expect(deleteArticle(ctx(), id, undefined)).rejects.toMatchObject({
    code: 'conflict',
    message: `${id} is the published lesson of the review PIR-2026-0001.`,
  })
})
