import { beforeAll, describe, expect, test } from 'vitest'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { listArticles as articleList } from '#lib/contracts/articles.ts'
import { newLesson } from '#lib/review/testing-answers.ts'
import { getArticle, listArticles } from '#server/articles/queries.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { transact } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { publishLessons } from '#server/reviews/lessons.ts'
import { lockReview } from '#server/reviews/locked-review.ts'
import { getDrafts, getReview, listStepRows } from '#server/reviews/queries.ts'
import { saveReviewStep } from '#server/reviews/save-step.ts'
import {
  callum,
  createContext,
  fillReview,
  henrike,
  insertAccount,
  insertChange,
  insertPeople,
  noor,
  saveStep,
} from '#server/reviews/testing.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'
import { articles } from '#server/schema/articles.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyRules } from '#server/schema/policy.ts'
import { completeReview } from './complete.ts'
import { publishLesson } from './publish-lesson.ts'
import { reopenReview } from './reopen.ts'
import { returnReview, signOffReview } from './sign-off.ts'
import { startReview } from './start.ts'
import { submitReview } from './submit.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await insertPeople(database.db, {
    'tomas.lind@hindsight.example': 'Tomas Lind',
    'jiri@hindsight.example': 'Jiří Novotný',
    'zoe@hindsight.example': 'Zoë Laurent',
  })
  await insertAccount(database.db, henrike)
})

const draft = newLesson({
  title: 'Measure on a full copy',
  content: 'Tomas Lind timed it on a copy a tenth of the size.',
  category: 'planning',
  tags: ['upgrade'],
  technologies: ['postgresql'],
})

async function newReview(number: string, drafts: LessonDraft[]): Promise<Review> {
  const ctx = createContext(database.db)
  const values = {
    assignedTo: 'tomas.lind@hindsight.example',
    requestedBy: 'zoe@hindsight.example',
    approvedBy: 'ada@hindsight.example',
  }
  const review = await startReview(ctx, await insertChange(database.db, number, values))
  await saveStep(ctx, review, 'lessons', { drafts })
  return getReview(ctx, review.reference)
}

/** Marks a draft, and publishes the lessons like a completion. Returns the article. */
async function publish(ctx: Context, reference: string, isMasked: boolean, key = 'lesson-1'): Promise<string> {
  await publishLesson(ctx, reference, key, { mask_names: isMasked })
  return transact(ctx.db, async (tx) => {
    const steps = await listStepRows(tx, reference)
    const published = await publishLessons({ ...ctx, db: tx }, await lockReview(tx, reference), steps)
    const drafts = getDrafts(published.find(({ step }) => step === 'lessons')?.form)
    return drafts.find((one) => one.key === key)?.article_id ?? ''
  })
}

const listLessonArticles = (review: Pick<Review, 'reference'>) =>
  readRows(database.db, articles, { sourcePir: review.reference })

test('a draft becomes a lesson article, and is linked to it', async () => {
  const review = await newReview('CHG-PUB', [draft, { ...draft, key: 'lesson-2' }])
  const ctx = createContext(database.db, callum, '2026-03-12T23:30:00.000Z')
  const id = await publish(ctx, review.reference, false)
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
  const { form } = (await getReview(ctx, review.reference)).steps.lessons
  expect(form.drafts.map((it) => it.article_id)).toEqual([id, null])
})

test('publishing again updates the same article', async () => {
  const review = await newReview('CHG-PUB-TWICE', [draft])
  const ctx = createContext(database.db)
  const first = await publish(ctx, review.reference, false)
  await saveStep(ctx, await getReview(ctx, review.reference), 'lessons', {
    drafts: [{ ...draft, title: 'Measure it', category: '' }],
  })
  const later = createContext(database.db, noor, '2026-04-01T00:00:00.000Z')
  expect(await publish(later, review.reference, true)).toBe(first)
  expect(await getArticle(ctx, first)).toMatchObject({
    version: 2,
    content: '# Measure it\n\nThe implementer timed it on a copy a tenth of the size.',
    metadata: { category: null, created: '2026-03-10', author: 'Reviewer' },
  })
  expect(await listLessonArticles(review)).toHaveLength(1)
})

test('an article has no control characters and marks of direction, and its lines are lines', async () => {
  const odd = {
    title: 'Measure\n\u202efirst',
    content: 'Then\u0007\nupgrade.',
    category: 'plan\nning',
    tags: ['up\u202egrade'],
  }
  const { reference } = await newReview('CHG-ODD', [{ ...draft, ...odd }])
  const id = await publish(createContext(database.db, callum), reference, false)
  expect(await getArticle(createContext(database.db), id)).toMatchObject({
    content: '# Measure first\n\nThen\nupgrade.',
    metadata: { category: 'plan ning', tags: ['upgrade'] },
  })
})

test('people are masked by their part in the change, their account, or as a colleague', async () => {
  const text =
    'Noor Haddad asked Tomas, jiri novotny and Jiří Novotný (jiri@hindsight.example) for Zoë Laurent. Henrike agreed; Henrike Vos signed. Ada Unknown watched, as ada@hindsight.example had approved.'
  const review = await newReview('CHG-MASK', [{ ...draft, title: 'What Tomas Lind saw', content: text }])
  const id = await publish(createContext(database.db), review.reference, true)
  expect((await getArticle(createContext(database.db), id)).content).toBe(
    '# What the implementer saw\n\nThe reviewer asked the implementer, a colleague and a colleague (a colleague) for the requester. A manager agreed; a manager signed. Ada Unknown watched, as the approver had approved.',
  )
})

test('a caller cannot choose the article of a draft', async () => {
  const review = await newReview('CHG-OWN', [{ ...draft, article_id: 'kb_of_someone_else' }])
  expect(review.steps.lessons.form.drafts[0]?.article_id).toBeNull()
  const id = await publish(createContext(database.db), review.reference, false)
  const response = await saveReviewStep(createContext(database.db), review.reference, 'lessons', {
    version: 3,
    form: { drafts: [{ ...draft, title: 'New title', publishes: 'masked' }], is_none_learned: false },
  })
  expect(response.saved.form).toEqual({
    drafts: [{ ...draft, title: 'New title', article_id: id }],
    is_none_learned: false,
  })
})

describe('a lesson is public once its review is completed', () => {
  const as = (actor = noor) => createContext(database.db, actor)
  const listed = async (reference: string) => {
    const query = articleList.query.parse({ query: `metadata.source_pir = ${JSON.stringify(reference)}` })
    return (await listArticles(as(), query)).rows.map(({ content }) => content)
  }
  const text = `# ${draft.title}\n\n${draft.content}`

  /** Starts a review whose only lesson is marked. */
  async function marked(number: string, risk: 'low' | 'very_high'): Promise<string> {
    const review = await startReview(as(), await insertChange(database.db, number, { risk }))
    await fillReview(as(), review)
    await saveStep(as(), await getReview(as(), review.reference), 'lessons', {
      drafts: [draft],
      is_none_learned: false,
    })
    const { saved } = await publishLesson(as(), review.reference, 'lesson-1', { mask_names: false })
    expect(saved).toMatchObject({ version: 3, form: { drafts: [{ article_id: null, publishes: 'written' }] } })
    expect(await listed(review.reference)).toEqual([])
    return review.reference
  }

  test('by a person who may complete it alone, with the text as it is then', async () => {
    const reference = await marked('CHG-DONE', 'low')
    await saveStep(as(), await getReview(as(), reference), 'lessons', { drafts: [{ ...draft, content: 'Later.' }] })
    const { steps } = await completeReview(as(), reference, {})
    expect(await listed(reference)).toEqual([`# ${draft.title}\n\nLater.`])
    const [published] = steps.lessons.form.drafts
    expect(published).toEqual({ ...draft, content: 'Later.', article_id: expect.stringMatching(/^kb_/) })
    const { versions } = await listReviewVersions(as(), reference)
    expect(versions[0]?.said.forms.lessons.drafts).toEqual([published])
  })

  test('by its sign-off; not when it is submitted or returned; and it stays public when it is reopened', async () => {
    await createDefaultRules(as(henrike))
    const reference = await marked('CHG-SIGNED', 'very_high')
    await submitReview(as(), reference)
    expect(await listed(reference)).toEqual([])
    await returnReview(as(henrike), reference, { reason: 'Say more.' })
    expect(await listed(reference)).toEqual([])
    await submitReview(as(), reference)
    const { took_part: participation } = await signOffReview(as(henrike), reference, {})
    expect(participation.parts.map(({ person }) => person)).not.toContain(henrike.email)
    expect(await listed(reference)).toEqual([text])
    await reopenReview(as(henrike), reference, 'More is known.')
    await saveStep(as(), await getReview(as(), reference), 'lessons', { drafts: [{ ...draft, content: 'Again.' }] })
    expect(await listed(reference)).toEqual([text])
    await publishLesson(as(), reference, 'lesson-1', { mask_names: false })
    await submitReview(as(), reference)
    expect(await listed(reference)).toEqual([text])
    await signOffReview(as(henrike), reference, {})
    expect(await listed(reference)).toEqual([`# ${draft.title}\n\nAgain.`])
    await database.db.delete(policyRules)
  })

  test('by a token', async () => {
    const reference = await marked('CHG-BY-TOKEN', 'low')
    await updateChange(createContext(database.db, testToken), 'CHG-BY-TOKEN', {
      pir_completed: true,
      pir_outcome: 'successful',
    })
    expect(await listed(reference)).toEqual([text])
  })
})

describe('an invalid publication is rejected and leaves nothing', () => {
  test('of a completed review', async () => {
    const ctx = createContext(database.db)
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
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    )
    await publishLesson(createContext(database.db), review.reference, 'lesson-1', { mask_names: false })
    await database.pool.query(
      'create trigger refuse before update on review_steps for each row execute function refuse()',
    )
    const ctx = createContext(database.db)
    await expect(
      transact(database.db, async (tx) =>
        publishLessons(
          { ...ctx, db: tx },
          await lockReview(tx, review.reference),
          await listStepRows(tx, review.reference),
        ),
      ),
    ).rejects.toThrow()
    expect(await listLessonArticles(review)).toEqual([])
    const events = await readRows(database.db, auditEvents, { entityType: 'article' })
    expect(events.filter(({ changes }) => JSON.stringify(changes).includes(review.reference))).toEqual([])
  })
})
