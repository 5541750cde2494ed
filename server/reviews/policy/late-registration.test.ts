import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { undoMerged } from '#server/import/jobs/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { findReview } from '#server/reviews/queries.ts'
import { henrike } from '#server/reviews/testing.ts'
import { provideReviews } from '#server/reviews/testing-reviews.ts'
import { changes } from '#server/schema/changes.ts'
import { decideReviews } from './decide-reviews.ts'

const { database, as, put: putTyped, putIncident, importAs, mark } = provideReviews()

const late = { title: 'Late', state: 'closed', type: 'emergency', assigned_to: henrike.email } as const
const ended = { actual_end: '2026-03-09T10:00:00.000Z' }
const put = (by: Actor, number: string, fields: Partial<Record<string, string>>) => putTyped(by, number, fields)
const outcome = { pir_completed: 'true', pir_outcome: 'successful', pir_date: '2026-03-09' }
const countAwaiting = (number: string) =>
  database.db.$count(changes, and(eq(changes.number, number), changes.awaitsDecision))
const importOutcome = (number: string) =>
  importAs(henrike, 'changes', { number, title: 'Late', state: 'closed', ...outcome })

test.each([henrike, testToken])('a change that $kind registers once it is closed owes its review', async (by) => {
  const number = `CHG-LATE-${by.kind}`
  await put(by, number, { ...late, ...ended })
  expect(await findReview(as(henrike), number)).toMatchObject({ status: 'not_started', needs_sign_off: true })
})

test('who registers a closed change imports no outcome of it, also without an end', async () => {
  await put(henrike, 'CHG-LATE-IMPORT', late)
  await importOutcome('CHG-LATE-IMPORT')
  expect(await getChange(as(henrike), 'CHG-LATE-IMPORT')).toMatchObject({ pir_completed: false, pir_outcome: null })
})

test('a token that marks it as reviewed submits the review', async () => {
  await put(testToken, 'CHG-LATE-MARKED', late)
  await mark('CHG-LATE-MARKED')
  expect(await findReview(as(henrike), 'CHG-LATE-MARKED')).toMatchObject({ status: 'awaiting_sign_off' })
})

test('a closed change that an import brings with its outcome is a record of the past', async () => {
  await importAs(henrike, 'changes', { number: 'CHG-HISTORY', ...late, ...outcome })
  expect(await getChange(as(henrike), 'CHG-HISTORY')).toMatchObject({ pir_completed: true })
  expect(await findReview(as(henrike), 'CHG-HISTORY')).toBeNull()
})

test('one that is worked on after it came as a record of the past waits for a sign-off', async () => {
  const number = 'CHG-REOPENED'
  await importAs(henrike, 'changes', { number, title: 'Late', state: 'closed', ...outcome })
  await put(henrike, number, { ...late, state: 'implement', risk: 'high' })
  await put(henrike, number, { state: 'closed' })
  expect(await findReview(as(henrike), number)).toMatchObject({ status: 'awaiting_sign_off', needs_sign_off: true })
})

test.each(['PUT', 'import'])('so does one of a kind that needs it, once a %s opens it again', async (door) => {
  const number = `CHG-REOPENED-BY-${door}`
  const past = { number, title: 'Late', type: 'emergency', state: 'closed' }
  await importAs(henrike, 'changes', { ...past, ...outcome })
  if (door === 'PUT') await put(henrike, number, { state: 'implement' })
  else await importAs(henrike, 'changes', { ...past, state: 'implement' })
  expect(await findReview(as(henrike), number)).toMatchObject({ status: 'awaiting_sign_off', needs_sign_off: true })
})

test('one that a token registers in the place of the stub of an import is late', async () => {
  const number = 'CHG0031001'
  const incident = {
    number: 'INC-STUB',
    short_description: 'Down',
    opened_at: ended.actual_end,
    priority: '3 - Moderate',
  }
  await importAs(henrike, 'incidents', { ...incident, related_change: number })
  expect(await getChange(as(henrike), number)).toMatchObject({ is_stub: true })
  await put(testToken, number, late)
  await importOutcome(number)
  expect(await getChange(as(henrike), number)).toMatchObject({ pir_completed: false })
})

const open = { ...late, ...ended, state: 'implement' }

test.each([
  ['PUT', (number: string) => put(henrike, number, { state: 'closed' })],
  ['import', (number: string) => importAs(henrike, 'changes', { number, ...open, state: 'closed' })],
] as const)('a change that has its decision awaits none when a %s closes it', async (door, close) => {
  const number = `CHG-DECIDED-${door}`
  await put(henrike, number, { ...open, state: 'review' })
  await close(number)
  expect(await countAwaiting(number)).toBe(0)
})

const closed = { title: 'Quiet', state: 'closed', actual_end: ended.actual_end, risk: 'low' }
const incident = {
  number: 'INC-LATER',
  opened_at: ended.actual_end,
  priority: '1 - Critical',
  short_description: 'Down',
}

test.each([
  [
    'a PUT of an incident',
    (number: string) => putIncident('INC-LATER', { priority: '1 - Critical', related_change: number }),
  ],
  [
    'an import of incidents',
    (number: string) => importAs(henrike, 'incidents', { ...incident, related_change: number }),
  ],
  ['a PUT', (number: string) => put(henrike, number, { type: 'emergency' })],
  ['an import of changes', (number: string) => importAs(henrike, 'changes', { ...closed, number, type: 'emergency' })],
])('a change that owed nothing when it was closed owes a review by %s later', async (door, write) => {
  const number = `CHG-CLOSED-BEFORE-${door}`
  await put(henrike, number, { ...closed, state: 'review' })
  await put(henrike, number, { state: 'closed' })
  await decideReviews(as(henrike))
  expect(await findReview(as(henrike), number)).toBeNull()
  await write(number)
  await decideReviews(as(henrike))
  expect(await findReview(as(henrike), number)).toMatchObject({ status: 'not_started' })
  expect(await countAwaiting(number)).toBe(0)
})

test('what a record required before it became a stub again still counts', async () => {
  const number = 'CHG0031005'
  const incident = { number: 'INC-STUB-AGAIN', opened_at: ended.actual_end, related_change: number }
  await importAs(henrike, 'incidents', { ...incident, short_description: 'Down' })
  const emergency = { number, title: 'Late', type: 'emergency', state: 'implement' }
  const id = (await importAs(henrike, 'changes', emergency)) ?? ''
  expect(await undoMerged(as(henrike), { id, kind: 'changes' })).toMatchObject({ restored: 1, kept: 0 })
  expect(await getChange(as(henrike), number)).toMatchObject({ is_stub: true })
  await put(henrike, number, { title: 'Late', type: 'normal', risk: 'low', state: 'implement' })
  expect(await startReview(as(henrike), number)).toMatchObject({ needs_sign_off: true })
})

/** Inserts a change of an import, in implementation, which the undo of the import deleted again. */
async function undone(number: string) {
  const change = { number, title: 'Late', type: 'emergency', state: 'implement' }
  const id = (await importAs(henrike, 'changes', change)) ?? ''
  expect(await undoMerged(as(henrike), { id, kind: 'changes' })).toMatchObject({ deleted: 1, kept: 0 })
}

describe('a change that was deleted before it was closed is no record of the past', () => {
  test.each([
    ['changes', 'CHG0031002', { title: 'Late', type: 'emergency', state: 'closed', ...outcome }],
    ['reviews', 'CHG0031003', { pir_outcome: 'successful', pir_date: '2026-03-09' }],
  ] as const)('when a manager imports %s: no outcome is written', async (kind, number, row) => {
    await undone(number)
    await importAs(henrike, kind, { number, ...row })
    expect(await getChange(as(henrike), number)).toMatchObject({ pir_completed: false, pir_outcome: null })
  })

  test('when an import of a token or a token itself marks it: it waits for a sign-off', async () => {
    const past = { title: 'Late', type: 'emergency', state: 'closed' }
    await undone('CHG-UNDONE-BY-TOKEN')
    await importAs(testToken, 'changes', { number: 'CHG-UNDONE-BY-TOKEN', ...past, ...outcome })
    await undone('CHG-UNDONE-PATCHED')
    await importAs(henrike, 'changes', { number: 'CHG-UNDONE-PATCHED', ...past })
    await mark('CHG-UNDONE-PATCHED')
    for (const number of ['CHG-UNDONE-BY-TOKEN', 'CHG-UNDONE-PATCHED'])
      expect(await findReview(as(henrike), number)).toMatchObject({ status: 'awaiting_sign_off' })
  })
})
