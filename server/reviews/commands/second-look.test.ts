import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { secondLookDays } from '#lib/contracts/app/second-looks.ts'
import { changeRisks } from '#lib/contracts/changes.ts'
import { exampleMeasure } from '#lib/contracts/measures.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { answerRequesterQuestion } from '#server/discussion/requester-questions.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { setSecondLookRule } from '#server/policy/second-look-rule.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { ada, callum, createContext, henrike, insertAccount, insertOwed, noor } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import { requesterQuestions, reviewParts, reviews } from '#server/schema/reviews.ts'
import { settings } from '#server/schema/settings.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { reopenReview } from './reopen.ts'
import { askSecondLooks, takeSecondLook } from './second-look.ts'
import { waiveReview } from './waive.ts'

const database = provideTestDatabase({
  empty: [reviews, changes, reviewParts, requesterQuestions, notifications, auditEvents, settings, accounts],
})
const on = (day: string, actor: Parameters<typeof createContext>[1] = henrike) =>
  createContext(database.db, actor, `${day}T09:00:00.000Z`)
const never = { measures: null, high_risk: null, failed: null }
const read = async (number: string) => (await readRows(database.db, reviews, { changeNumber: number }))[0]

beforeEach(() => Promise.all([noor, henrike, ada].map((person) => insertAccount(database.db, person))))

const token = { kind: 'token', id: 'tok_sync', name: 'Sync', system: 'itsm', scope: 'write' } as never
const complete = (day: string, number: string, outcome: (typeof reviewOutcomes)[number]) =>
  updateChange(on(day, token), number, { pir_completed: true, pir_outcome: outcome })

test('over a year each result is asked for once, on its day, unless its review is waived, open or deleted then', async () => {
  const rule = { measures: 90, high_risk: 60, failed: 30 } as const
  await setSecondLookRule(on('2026-01-01'), rule)
  const first = '2026-01-02'
  const cases = fc.sample(
    fc.record({
      risk: fc.constantFrom(...changeRisks),
      outcome: fc.constantFrom(...reviewOutcomes),
      hasMeasures: fc.boolean(),
      completedOn: fc.nat(140),
      later: fc.constantFrom('nothing', 'reopened', 'completed again', 'deleted', 'waived'),
      after: fc.integer({ min: 1, max: 110 }),
    }),
    { numRuns: 30, seed: 4305 },
  )
  const happens = new Map<string, (() => Promise<unknown>)[]>()
  const expected = new Map<string, string>()
  const plan = (day: number, what: (day: string) => Promise<unknown>) => {
    const date = addDaysTo(first, day)
    happens.set(date, [...(happens.get(date) ?? []), () => what(date)])
  }
  for (const [index, { risk, outcome, hasMeasures, completedOn, later, after }] of cases.entries()) {
    const number = `CHG${index}`
    const reference = await insertOwed(
      database.db,
      number,
      { reviewer: noor.email },
      { risk, measures: hasMeasures ? [exampleMeasure] : [] },
    )
    const days = [
      ...(hasMeasures ? [rule.measures] : []),
      ...(risk === 'high' || risk === 'very_high' ? [rule.high_risk] : []),
      ...(outcome === 'failed' ? [rule.failed] : []),
    ]
    const wait = days.length === 0 ? null : Math.min(...days)
    plan(completedOn, (day) => complete(day, number, outcome))
    const isFirstAsked = wait !== null && (later === 'nothing' || wait < after)
    if (isFirstAsked) expected.set(`${number} ${addDaysTo(first, completedOn + wait)}`, number)
    if (later === 'deleted')
      plan(completedOn + after, () => database.db.delete(reviews).where(eq(reviews.reference, reference)))
    if (later === 'reopened' || later === 'completed again' || later === 'waived')
      plan(completedOn + after, (day) => reopenReview(on(day), reference, 'Look again.'))
    if (later === 'waived') plan(completedOn + after, (day) => waiveReview(on(day), reference, 'A twin.'))
    if (later === 'completed again') {
      plan(completedOn + after + 3, (day) => complete(day, number, outcome))
      if (wait !== null) expected.set(`${number} ${addDaysTo(first, completedOn + after + 3 + wait)}`, number)
    }
  }
  for (let day = first; day <= '2026-12-31'; day = addDaysTo(day, 1)) {
    for (const act of happens.get(day) ?? []) await act()
    await askSecondLooks(on(day), { isMailOn: false })
  }
  const rows = await readRows(database.db, notifications, { kind: 'second_look_due' })
  const asked = rows.map(({ path, createdAt }) => `${path.replace('/changes/', '')} ${createdAt.slice(0, 10)}`)
  expect(asked.toSorted()).toEqual([...expected.keys()].toSorted())
  expect(asked.length).toBeGreaterThan(15)
})

test('reviewer and requester are asked; a worse result is recorded, and the outcome is lowered by reopening', async () => {
  await setSecondLookRule(on('2026-03-01'), { ...never, high_risk: 30 })
  const reference = await insertOwed(database.db, 'CHG1', { reviewer: noor.email }, { requestedBy: ada.email })
  await complete('2026-03-10', 'CHG1', 'successful')
  expect(await read('CHG1')).toMatchObject({ secondLookOn: '2026-04-09', secondLook: null })
  await askSecondLooks(on('2026-04-08'), { isMailOn: false })
  expect(await readRows(database.db, requesterQuestions, { reference })).toEqual([])
  await askSecondLooks(on('2026-04-09'), { isMailOn: false })
  await askSecondLooks(on('2026-04-10'), { isMailOn: false })
  const [question, ...others] = await readRows(database.db, requesterQuestions, { reference })
  expect([question?.requester, question?.kind, others]).toEqual([ada.email, 'second_look', []])
  const reply = (answer: 'yes' | 'worse') =>
    answerRequesterQuestion(on('2026-04-10', ada), question?.id ?? '', { answer, remark: '', checks: [] })
  await expect(reply('yes')).rejects.toMatchObject({ code: 'invalid_parameter' })
  await reply('worse')
  const waiting = async () =>
    (await getWorklist(on('2026-04-10', noor))).second_looks.entries.map(({ number }) => number)
  expect(await waiting()).toEqual(['CHG1'])
  const look = { verdict: 'worse', note: 'Latency is back where it was.' } as const
  await expect(takeSecondLook(on('2026-04-10', callum), reference, look)).rejects.toMatchObject({ code: 'forbidden' })
  const taken = await takeSecondLook(on('2026-04-10', noor), reference, look)
  expect(taken).toMatchObject({ status: 'completed', second_look: { ...look, by: noor.name } })
  expect(await waiting()).toEqual([])
  await reopenReview(on('2026-04-11'), reference, 'The result did not last.')
  expect(await read('CHG1')).toMatchObject({ status: 'in_progress', secondLook: null, secondLookOn: null })
  await expect(takeSecondLook(on('2026-04-12', noor), reference, look)).rejects.toMatchObject({ code: 'conflict' })
})

test('without a rule nothing is looked at again, and a new rule holds for later completions only', async () => {
  await insertOwed(database.db, 'CHG1', { reviewer: noor.email })
  await complete('2026-03-10', 'CHG1', 'failed')
  await setSecondLookRule(on('2026-03-11'), { ...never, failed: secondLookDays[0] })
  expect(await read('CHG1')).toMatchObject({ secondLookOn: null })
})
