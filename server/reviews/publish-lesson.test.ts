import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { getArticle } from '#server/articles/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { accounts, auditEvents } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { users } from '#server/schema/directory.ts'
import { completeReview } from './complete-review.ts'
import { publishLesson } from './publish-lesson.ts'
import { getReview } from './queries.ts'
import { saveReviewStep } from './save-review-step.ts'
import { startReview } from './start-review.ts'
import { callum, contextOf, fillReview, insertChange, noor, saveStep } from './testing.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const person = (id: string, name: string, email: string) => ({
    id,
    name,
    nameKey: foldForSorting(name),
    email,
    bio: '',
    location: '',
    origin: 'entry',
    createdAt: at,
  })
  await database.db
    .insert(users)
    .values([
      person('u1', 'Tomas Lind', 'tomas.lind@hindsight.example'),
      person('u2', 'Jiří Novotný', 'jiri@hindsight.example'),
      person('u3', 'Zoë Laurent', 'zoe@hindsight.example'),
    ])
  await database.db.insert(accounts).values({
    id: 'acc_henrike',
    email: 'henrike@hindsight.example',
    name: 'Henrike Vos',
    role: 'manager',
    origin: 'entry',
    createdAt: at,
    updatedAt: at,
  })
})

const draft: LessonDraft = {
  key: 'lesson-1',
  title: 'Measure on a full copy',
  content: 'Tomas Lind timed it on a copy a tenth of the size.',
  polarity: 'negative',
  category: 'planning',
  tags: ['upgrade'],
  technologies: ['postgresql'],
  article_id: null,
}

async function newReview(number: string, drafts: LessonDraft[]): Promise<Review> {
  const ctx = contextOf(database.db)
  const values = { assignedTo: 'tomas.lind@hindsight.example', requestedBy: 'zoe@hindsight.example' }
  const review = await startReview(ctx, await insertChange(database.db, number, values))
  await saveStep(ctx, review, 'lessons', { drafts })
  return getReview(ctx, review.reference)
}

const articlesOf = (review: Review) =>
  database.db.select().from(articles).where(eq(articles.sourcePir, review.reference))

test('a draft becomes a lesson article, and is linked to it', async () => {
  const review = await newReview('CHG-PUB', [draft, { ...draft, key: 'lesson-2' }])
  const ctx = contextOf(database.db, callum, '2026-03-12T23:30:00.000Z')
  const { article_id: id, saved } = await publishLesson(ctx, review.reference, 'lesson-1', { mask_names: false })
  expect(await getArticle(ctx, id)).toEqual({
    id,
    version: 1,
    updated_at: '2026-03-12T23:30:00.000Z',
    content: '# Measure on a full copy\n\nTomas Lind timed it on a copy a tenth of the size.',
    metadata: {
      source_change: 'CHG-PUB',
      article_type: 'lesson',
      source_pir: review.reference,
      category: 'planning',
      subcategory: null,
      polarity: 'negative',
      tags: ['upgrade'],
      technologies: ['postgresql'],
      created: '2026-03-12',
      author: noor.name,
    },
  })
  expect(saved.form.drafts.map((it) => it.article_id)).toEqual([id, null])
  expect(saved).toMatchObject({ version: 2, saved_by: callum.name })
  expect((await getReview(ctx, review.reference)).steps.lessons).toEqual(saved)
})

test('publishing again updates the same article', async () => {
  const review = await newReview('CHG-PUB-TWICE', [draft])
  const ctx = contextOf(database.db)
  const first = await publishLesson(ctx, review.reference, 'lesson-1', { mask_names: false })
  const drafts = first.saved.form.drafts.map((it) => ({ ...it, title: 'Measure it', category: '' }))
  await saveReviewStep(ctx, review.reference, 'lessons', { version: 2, form: { drafts, is_none_learned: false } })
  const later = contextOf(database.db, noor, '2026-04-01T00:00:00.000Z')
  const second = await publishLesson(later, review.reference, 'lesson-1', { mask_names: true })
  expect(second.article_id).toBe(first.article_id)
  expect(await getArticle(ctx, first.article_id)).toMatchObject({
    version: 2,
    content: '# Measure it\n\nThe implementer timed it on a copy a tenth of the size.',
    metadata: { category: null, created: '2026-03-10', author: 'Reviewer' },
  })
  expect(await articlesOf(review)).toHaveLength(1)
})

test('an article has no control characters and marks of direction, and its lines are lines', async () => {
  const odd = {
    title: 'Measure\n\u202efirst',
    content: 'Then\u0007\nupgrade.',
    category: 'plan\nning',
    tags: ['up\u202egrade'],
  }
  const { reference } = await newReview('CHG-ODD', [{ ...draft, ...odd }])
  const { article_id: id } = await publishLesson(contextOf(database.db, callum), reference, draft.key, {
    mask_names: false,
  })
  expect(await getArticle(contextOf(database.db), id)).toMatchObject({
    content: '# Measure first\n\nThen\nupgrade.',
    metadata: { category: 'plan ning', tags: ['upgrade'] },
  })
})

test('people are masked by their part in the change, their account, or as a colleague', async () => {
  const text =
    'Noor Haddad asked Tomas, jiri novotny and Jiří Novotný (jiri@hindsight.example) for Zoë Laurent. Henrike agreed; Henrike Vos signed. Ada Unknown watched.'
  const review = await newReview('CHG-MASK', [{ ...draft, title: 'What Tomas Lind saw', content: text }])
  const { article_id: id } = await publishLesson(contextOf(database.db), review.reference, 'lesson-1', {
    mask_names: true,
  })
  expect((await getArticle(contextOf(database.db), id)).content).toBe(
    '# What the implementer saw\n\nThe reviewer asked the implementer, a colleague and a colleague (a colleague) for the requester. A manager agreed; a manager signed. Ada Unknown watched.',
  )
})

test('10 concurrent publications of a draft create one article', async () => {
  const review = await newReview('CHG-PUB-RACE', [draft])
  const ids = await Promise.all(
    Array.from({ length: 10 }, () =>
      publishLesson(contextOf(database.db), review.reference, 'lesson-1', { mask_names: false }),
    ),
  )
  expect(new Set(ids.map(({ article_id: id }) => id)).size).toBe(1)
  expect(await articlesOf(review)).toHaveLength(1)
})

test('a caller cannot choose the article of a draft', async () => {
  const review = await newReview('CHG-OWN', [{ ...draft, article_id: 'kb_of_someone_else' }])
  expect(review.steps.lessons.form.drafts[0]?.article_id).toBeNull()
  const { article_id: id } = await publishLesson(contextOf(database.db), review.reference, 'lesson-1', {
    mask_names: false,
  })
  const response = await saveReviewStep(contextOf(database.db), review.reference, 'lessons', {
    version: 2,
    form: { drafts: [{ ...draft, title: 'New title', article_id: null }], is_none_learned: false },
  })
  expect(response.saved.form).toMatchObject({ drafts: [{ title: 'New title', article_id: id }] })
})

describe('an invalid publication is rejected and leaves nothing', () => {
  test('without a title or text', async () => {
    const review = await newReview('CHG-BARE', [draft, { ...draft, key: 'bare', title: ' ', content: '' }])
    const publishing = publishLesson(contextOf(database.db), review.reference, 'bare', { mask_names: false })
    await expect(publishing).rejects.toMatchObject({
      code: 'conflict',
      details: [
        { field: 'form.drafts.1.title', in: 'body', issue: 'must not be empty' },
        { field: 'form.drafts.1.content', in: 'body', issue: 'must not be empty' },
      ],
    })
    expect(await articlesOf(review)).toEqual([])
  })

  test('an unknown draft, an unknown review, nothing saved yet', async () => {
    const ctx = contextOf(database.db)
    const review = await newReview('CHG-UNKNOWN', [draft])
    const fresh = await startReview(ctx, await insertChange(database.db, 'CHG-FRESH'))
    for (const [reference, key] of [
      [review.reference, 'lesson-9'],
      ['PIR-NONE', 'lesson-1'],
      [fresh.reference, 'lesson-1'],
    ] as const) {
      await expect(publishLesson(ctx, reference, key, { mask_names: false })).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  })

  test('of a completed review', async () => {
    const ctx = contextOf(database.db)
    const review = await startReview(ctx, await insertChange(database.db, 'CHG-PUB-DONE'))
    await fillReview(ctx, review)
    await completeReview(ctx, review.reference, {})
    await expect(publishLesson(ctx, review.reference, 'lesson-1', { mask_names: false })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('if the draft cannot be written, neither is the article', async () => {
    const review = await newReview('CHG-HALF', [draft])
    await database.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before update on review_steps for each row
         when (new.reference = '${review.reference}') execute function refuse()`,
    )
    await expect(
      publishLesson(contextOf(database.db), review.reference, 'lesson-1', { mask_names: false }),
    ).rejects.toThrow()
    expect(await articlesOf(review)).toEqual([])
    const events = await database.db.select().from(auditEvents).where(eq(auditEvents.entityType, 'article'))
    expect(events.filter(({ changes }) => JSON.stringify(changes).includes(review.reference))).toEqual([])
  })
})
