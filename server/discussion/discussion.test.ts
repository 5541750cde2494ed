import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckEntry } from '#lib/review/questions/checks.ts'
import { countStakeholders } from '#lib/review/stakeholder-replies.ts'
import { erasePerson } from '#server/people/erase-person.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { pathIn } from '#server/platform/mail/testing-links.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { createReviewCheck, updateReviewCheck } from '#server/policy/checks.ts'
import { readParticipation } from '#server/reviews/parts.ts'
import { insertAccount, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { mails, notifications } from '#server/schema/notifications.ts'
import { requesterQuestions, reviews } from '#server/schema/reviews.ts'
import { addComment, deleteComment, editComment, listComments } from './comments.ts'
import {
  answerRequesterQuestion,
  askQuestion,
  getQuestionOfLink,
  listRequesterQuestions,
  remindOfQuestions,
} from './requester-questions.ts'

const reviewer = testPerson('reviewer')
const other = testPerson('reviewer', 'acc_other')
const manager = testPerson('manager')
const admin = testPerson('admin')
const implementer = testPerson('reviewer', 'acc_implementer')
const requester = 'ada@example.org'
const mailOn = { isMailOn: true }

const database = provideTestRuntime()
beforeAll(async () => {
  for (const person of [reviewer, other, manager, admin]) await insertAccount(database.db, person)
})

const by = (actor: Parameters<typeof testContext>[1], day = 0) =>
  testContext(database.db, actor, new Date(testNow.getTime() + day * 86_400_000))

let last = 100
function addReview() {
  last += 1
  const review = { status: 'in_progress', reviewer: reviewer.email, reviewerName: reviewer.name } as const
  const change = { title: 'Move the ledger', requestedBy: requester, assignedTo: implementer.email }
  return insertOwed(database.db, `CHG${last}`, review, change)
}

const listNotificationKinds = async (email: string, reference: string) =>
  (await readRows(database.db, notifications, { recipient: email }))
    .filter(({ title }) => title.includes(reference))
    .map(({ kind }) => kind)

describe('comments', () => {
  test('notify the reviewer, earlier commenters and the people mentioned', async () => {
    const reference = await addReview()
    await addComment(by(manager), reference, { body: 'Was the window agreed on?' })
    expect(await listNotificationKinds(reviewer.email, reference)).toEqual(['comment_added'])
    expect(await listNotificationKinds(manager.email, reference)).toEqual([])
    const answer = await addComment(by(other), reference, { body: `No. @${reviewer.name} knows more.` })
    expect(answer.mentions).toEqual([reviewer.email])
    expect(await listNotificationKinds(reviewer.email, reference)).toEqual(['comment_added', 'comment_mention'])
    expect(await listNotificationKinds(manager.email, reference)).toEqual(['comment_added'])

    const { result, people } = await listComments(by(reviewer), reference)
    expect(result.map(({ author_name }) => author_name)).toEqual([manager.name, other.name])
    expect(people.map(({ email }) => email)).toContain(admin.email)
  })

  test('are edited by who wrote them alone; only new mentions are notified', async () => {
    const reference = await addReview()
    const { id } = await addComment(by(other), reference, { body: `@${manager.name} look` })
    await expect(editComment(by(admin), id, { body: 'Mine now' })).rejects.toMatchObject({ code: 'forbidden' })
    const edited = await editComment(by(other), id, { body: `@${manager.name} and @${admin.name} look` })
    expect(edited.edited_at).toBe(testNow.toISOString())
    expect(await listNotificationKinds(manager.email, reference)).toEqual(['comment_mention'])
    expect(await listNotificationKinds(admin.email, reference)).toEqual(['comment_mention'])
  })

  test('are deleted by who wrote them or an admin, and stay in the history', async () => {
    const reference = await addReview()
    const { id } = await addComment(by(other), reference, { body: 'Never mind' })
    await expect(deleteComment(by(manager), id)).rejects.toMatchObject({ code: 'forbidden' })
    await deleteComment(by(admin), id)
    expect((await listComments(by(other), reference)).result).toEqual([])
    await expect(deleteComment(by(other), id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(editComment(by(other), id, { body: 'Back' })).rejects.toMatchObject({ code: 'not_found' })
    const events = await readRows(database.db, auditEvents, { entityId: id })
    expect(events.at(-1)?.changes).toMatchObject({ body: { from: 'Never mind', to: null } })
  })

  test('are at a field, which the history names, and make nobody a participant', async () => {
    const reference = await addReview()
    await addComment(by(manager), reference, { body: 'Why an hour?', field: 'plan.actual_end' })
    await addComment(by(reviewer), reference, { body: 'A lock.', field: 'plan.actual_end' })
    await addComment(by(manager), reference, { body: 'Well done.' })
    const { result } = await listComments(by(reviewer), reference)
    expect(result.map(({ field }) => field)).toEqual(['plan.actual_end', 'plan.actual_end', null])
    const events = await readRows(database.db, auditEvents, { entityType: 'comment' })
    expect(events.find(({ entityId }) => entityId === result[0]?.id)?.changes).toEqual({
      reference: { from: null, to: reference },
      body: { from: null, to: 'Why an hour?' },
      field: { from: null, to: 'plan.actual_end' },
    })
    const number = `CHG${last}`
    const participation = await readParticipation(database.db, {
      number,
      reviewer: null,
      assigned_to: implementer.email,
    })
    expect(participation.parts.map(({ person }) => person)).not.toContain(manager.email)
  })
})

describe('questions to the requester', () => {
  const question = { kind: 'requester' as const, people: [requester], question: 'Did it work for you?', valid_days: 14 }
  const yes = { answer: 'yes' as const, remark: '', checks: [] }
  const askOne = async (...given: Parameters<typeof askQuestion>) => {
    const { questions, is_mailed } = await askQuestion(...given)
    return { question: questions[0] as (typeof questions)[number], is_mailed }
  }
  const ask = async (reference: string, over: Partial<typeof question> = {}) => {
    const asked = await askOne(by(reviewer), reference, { ...question, ...over }, mailOn)
    return { ...asked, secret: await readSecret() }
  }
  const readSecret = async () => {
    const [mail] = await database.db.select().from(mails).orderBy(desc(mails.id)).limit(1)
    return pathIn(mail).split('/').at(-1) ?? ''
  }

  test('go out by mail with a link that the asker does not get; only its hash is kept with the question', async () => {
    const reference = await addReview()
    const { secret, ...asked } = await ask(reference)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(asked).toMatchObject({ is_mailed: true })
    expect(JSON.stringify(asked)).not.toContain(secret)
    const [row] = await readRows(database.db, requesterQuestions, { id: asked.question.id })
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(asked.question.expires_at).toBe('2026-03-24T12:00:00.000Z')
  })

  test('go out with the objective of the change, word for word', async () => {
    const reference = await addReview()
    const objective = 'Half the latency,\n at “night”'
    await database.db.update(changes).set({ objective })
    await ask(reference)
    const [mail] = await database.db.select().from(mails).orderBy(desc(mails.id)).limit(1)
    expect(mail?.content.sections).toMatchObject([{ items: [{ title: objective }] }])
  })

  test('reach a requester with an account by a notification, who answers signed in, also without mail', async () => {
    const reference = await addReview()
    const input = { ...question, people: [other.email.toUpperCase()] }
    const asked = await askOne(by(reviewer), reference, input, { isMailOn: false })
    expect(asked).toMatchObject({ is_mailed: false })
    const path = `/answers/${asked.question.id}`
    const [notice] = await readRows(database.db, notifications, { path })
    expect(notice).toMatchObject({ recipient: other.email, kind: 'requester_asked' })
    for (const actor of [anonymous, reviewer, manager]) {
      await expect(answerRequesterQuestion(by(actor), asked.question.id, yes)).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    expect(await getQuestionOfLink(by(other), asked.question.id)).toMatchObject({ state: 'open', isRefused: false })
    await answerRequesterQuestion(by(other), asked.question.id, yes)
    const { result } = await listRequesterQuestions(by(reviewer), reference)
    expect(result[0]).toMatchObject({ requester_name: other.name, answer: 'yes', answered_through: 'account' })
    expect(asked.question.requester_name).toBe(other.name)
    const events = await readRows(database.db, auditEvents, { entityId: asked.question.id })
    expect(events.map(({ actorName }) => actorName)).toEqual([reviewer.name, other.name])
    const [reply] = await readRows(database.db, notifications, { kind: 'requester_answered' })
    expect(reply?.title).toContain(`${other.name} replied on ${reference}`)
  })

  test('propose the requester of the change, unless they have a part in the review', async () => {
    const reference = await addReview()
    expect(await listRequesterQuestions(by(reviewer), reference)).toMatchObject({ requester })
    await database.db
      .update(changes)
      .set({ requestedBy: implementer.email })
      .where(eq(changes.number, `CHG${last}`))
    expect(await listRequesterQuestions(by(reviewer), reference)).toMatchObject({ requester: null })
  })

  test('cannot be answered by who asks, reviews or implemented the change, even with the link', async () => {
    const reference = await addReview()
    const asked = await askOne(by(manager), reference, question, mailOn)
    const secret = await readSecret()
    for (const actor of [manager, reviewer, implementer]) {
      await expect(answerRequesterQuestion(by(actor), secret, yes)).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(requester),
      })
      expect(await getQuestionOfLink(by(actor), secret)).toMatchObject({ isRefused: true })
    }
    await answerRequesterQuestion(by(anonymous), secret, yes)
    const { result } = await listRequesterQuestions(by(reviewer), reference)
    expect(result).toMatchObject([{ id: asked.question.id, answer: 'yes', answered_through: 'link' }])
  })

  test('are answered once, by one of two at the same time, and the asker is notified', async () => {
    const reference = await addReview()
    const { secret } = await ask(reference)
    const reply = { answer: 'partly' as const, remark: 'Slow until noon', checks: [] }
    const answers = await Promise.allSettled([1, 2].map(() => answerRequesterQuestion(by(anonymous, 1), secret, reply)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(answerRequesterQuestion(by(anonymous, 2), secret, reply)).rejects.toMatchObject({ code: 'conflict' })
    const { result } = await listRequesterQuestions(by(reviewer), reference)
    expect(result[0]).toMatchObject({ ...reply, answered_at: '2026-03-11T12:00:00.000Z' })
    expect(await listNotificationKinds(reviewer.email, reference)).toEqual(['requester_answered'])
    expect(await getQuestionOfLink(by(anonymous, 2), secret)).toMatchObject({ state: 'answered' })
  })

  test('cannot be answered late, or by a link that was never given out', async () => {
    const { secret } = await ask(await addReview())
    expect(await getQuestionOfLink(by(anonymous, 13), secret)).toMatchObject({
      state: 'open',
      title: 'Move the ledger',
    })
    expect(await getQuestionOfLink(by(anonymous, 14), secret)).toMatchObject({ state: 'expired' })
    await expect(answerRequesterQuestion(by(anonymous, 14), secret, yes)).rejects.toMatchObject({ code: 'conflict' })
    await expect(answerRequesterQuestion(by(anonymous), 'guess', yes)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getQuestionOfLink(by(anonymous), 'guess')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('stakeholders', () => {
  const people = ['bea@example.org', 'cem@example.org', 'dora@example.org']
  const asked = { kind: 'stakeholder' as const, people, question: 'How was it?', valid_days: 10 }
  const check = { options: [], expected: 'yes', filter: null, is_required: false, is_active: true }
  beforeAll(async () => {
    const of = { ...check, asked_of: 'stakeholder' as const }
    await createReviewCheck(by(manager), { ...of, wording: 'Works?', kind: 'yes_no' })
    await createReviewCheck(by(manager), { ...of, wording: 'What else?', kind: 'text', expected: null })
    await createReviewCheck(by(manager), { ...check, asked_of: 'reviewer', wording: 'Tested?', kind: 'yes_no' })
  })
  const ask = (reference: string, over: Partial<typeof asked> = {}, mail = mailOn) =>
    askQuestion(by(reviewer), reference, { ...asked, ...over }, mail)
  const readMails = async (recipient: string) =>
    (await database.db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(mails.id)).slice(-2)
  const keyIn = (mail: Parameters<typeof pathIn>[0]) => pathIn(mail).split('/').at(-1) ?? ''
  type Entry = Omit<CheckEntry, 'note' | 'is_expected'>
  const answering = (entries: readonly Entry[]) => ({
    answer: null,
    remark: '',
    checks: entries.map((entry) => ({ ...entry, note: '', is_expected: null })),
  })
  const reply = (works: string, more = '') =>
    answering([
      { check: 'works', version: 1, wording: '', kind: 'yes_no' as const, answer: works },
      { check: 'what_else', version: 1, wording: '', kind: 'text' as const, answer: more },
    ])
  const countOf = async (reference: string) =>
    countStakeholders((await listRequesterQuestions(by(reviewer), reference)).result)

  test('are asked by links of their own, reminded once, counted, and erased', async () => {
    const reference = await addReview()
    expect((await ask(reference)).questions).toHaveLength(3)
    const [bea = ''] = (await readMails('bea@example.org')).map(keyIn)
    await updateReviewCheck(by(manager), 'works', {
      ...check,
      asked_of: 'stakeholder',
      wording: 'Does it work?',
      kind: 'yes_no',
    })
    const shown = await getQuestionOfLink(by(anonymous), bea)
    expect(shown.checks).toMatchObject([
      { wording: 'Works?', version: 1, expected: null },
      { wording: 'What else?', version: 1 },
    ])
    await answerRequesterQuestion(by(anonymous, 1), bea, reply('yes', 'Slow at first'))
    const again = answerRequesterQuestion(by(anonymous, 2), bea, reply('no'))
    await expect(again).rejects.toMatchObject({ code: 'conflict' })

    await remindOfQuestions(by(manager, 3), mailOn)
    expect(await readMails('cem@example.org')).toHaveLength(1)
    for (const day of [6, 7]) await remindOfQuestions(by(manager, day), mailOn)
    expect(await readMails('bea@example.org')).toHaveLength(1)
    const [first, reminder, ...others] = await readMails('cem@example.org')
    expect(reminder?.subject).toBe(`Reminder: ${first?.subject}`)
    expect([keyIn(first) === keyIn(reminder), others]).toEqual([false, []])
    expect(await getQuestionOfLink(by(anonymous, 7), keyIn(first))).toMatchObject({ state: 'open' })
    await answerRequesterQuestion(by(anonymous, 7), keyIn(reminder), reply('no'))

    const counted = {
      asked: 3,
      answered: 2,
      waiting: ['dora@example.org'],
      checks: [
        {
          wording: 'Works?',
          counts: [
            { answer: 'Yes', count: 1, isExpected: true },
            { answer: 'No', count: 1, isExpected: false },
          ],
          said: [],
        },
        { counts: [], said: [{ by: 'bea@example.org', text: 'Slow at first' }] },
      ],
    }
    expect(await countOf(reference)).toMatchObject(counted)
    expect(await listNotificationKinds(reviewer.email, reference)).toEqual(['requester_answered', 'requester_answered'])
    const events = await readRows(database.db, auditEvents, { entityType: 'requester_question' })
    const byBea = events.find(({ actorName }) => actorName === 'bea@example.org')
    expect(byBea?.changes.checks).toMatchObject({ to: [{ answer: 'yes' }, { answer: 'Slow at first' }] })

    await erasePerson(by(admin, 8), 'bea@example.org')
    await erasePerson(by(admin, 8), 'dora@example.org')
    const left = await countOf(reference)
    const pseudonym = expect.stringMatching(/^person-.*@erased[.]invalid$/)
    expect([left.waiting, left.checks[1]?.said]).toEqual([[pseudonym], [{ by: pseudonym, text: 'Slow at first' }]])
  })

  test('are not reminded once the review is completed', async () => {
    const reference = await addReview()
    await ask(reference, { people: ['eve@example.org', 'fay@example.org'] })
    await database.db.update(reviews).set({ status: 'completed' }).where(eq(reviews.reference, reference))
    await remindOfQuestions(by(manager, 7), mailOn)
    expect(await readMails('eve@example.org')).toHaveLength(1)
  })

  test('count once if they are asked again', async () => {
    const reference = await addReview()
    for (const day of [0, 1]) await askQuestion(by(reviewer, day), reference, asked, mailOn)
    expect(await countOf(reference)).toMatchObject({ asked: 3, answered: 0 })
  })

  test.each([
    ['the reviewer', { people: [reviewer.email] }, 'invalid_parameter'],
    ['the implementer', { people: ['gus@example.org', implementer.email] }, 'invalid_parameter'],
    ['more than a review has room for', { people: Array.from({ length: 41 }, (_, at) => `p${at}@x.org`) }, 'conflict'],
  ])('do not include %s', async (_, over, code) => {
    const reference = await addReview()
    await expect(ask(reference, over)).rejects.toMatchObject({ code })
    expect(await countOf(reference)).toMatchObject({ asked: 0 })
  })

  test('are all asked or none, if one cannot be reached', async () => {
    const reference = await addReview()
    const unreached = ask(reference, { people: [other.email, 'bea@example.org'] }, { isMailOn: false })
    await expect(unreached).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('bea@') })
    expect(await countOf(reference)).toMatchObject({ asked: 0 })
  })

  test('answer their own kind of question alone, and at least one check', async () => {
    const reference = await addReview()
    await ask(reference)
    const [key = ''] = (await readMails('bea@example.org')).slice(-1).map(keyIn)
    const refused = { code: 'invalid_parameter' }
    const { checks } = reply('yes')
    const current = checks.map((entry) => ({ ...entry, version: entry.check === 'works' ? 2 : 1 }))
    for (const sent of [
      { answer: 'yes' as const, remark: '', checks: current },
      { ...reply('yes'), checks: [] },
      { ...reply('yes'), checks: checks.slice(0, 1) },
      { ...reply('yes'), checks: current.map((entry) => ({ ...entry, check: 'tested' })) },
      {
        ...reply('yes'),
        checks: current.map((entry) => ({ ...entry, answer: entry.check === 'works' ? 'perhaps' : '' })),
      },
    ])
      await expect(answerRequesterQuestion(by(anonymous), key, sent)).rejects.toMatchObject(refused)
    const byReviewer = answerRequesterQuestion(by(reviewer), key, { ...reply('yes'), checks: current })
    await expect(byReviewer).rejects.toMatchObject({ code: 'forbidden' })
  })
})
