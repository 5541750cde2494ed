import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { replayHistory } from '#server/history/replay-history.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { verifyParts } from '#server/reviews/four-eyes/verify-parts.ts'
import { getReview } from '#server/reviews/queries.ts'
import { callum, henrike, insertAccount, insertChange, newAction, noor, paolo } from '#server/reviews/testing.ts'
import { provideReviews, quiet } from '#server/reviews/testing-reviews.ts'
import { recordFormerParts } from './record-former-parts.ts'

const { database, as, put, importAs, mark, filled } = provideReviews({ pipeline: false })

const listRecorded = async () =>
  (
    await database.db.execute(sql`select change_number, kind, person, accounts from review_parts
      union all select action, kind, person, accounts from action_parts order by 1, 2, 3, 4`)
  ).rows

const second = { ...testPerson('manager', 'acc_noor_2'), name: 'HADDAD, Noor' }
const listReasonFaults = async () =>
  (await replayHistory(database.db)).faults.filter((fault) => fault.includes('reasons'))

test('parts are recorded, read again from the history of an older database, and each edit by SQL is named', async () => {
  await insertAccount(database.db, second)
  const reference = await filled('CHG1', { ...quiet, risk: 'high', assignedTo: callum.email })
  await put(henrike, 'CHG1', { assigned_to: 'F. Luddy' })
  await importAs(henrike, 'changes', { number: 'CHG1', title: 'X', state: 'review', assigned_to: callum.email })
  await submitReview(as(noor), reference)
  await signOffReview(as(paolo), reference, { implementer: callum.email })
  await put(henrike, 'CHG2', { title: 'Y', state: 'implement', assigned_to: callum.email })
  await put(henrike, 'CHG2', { assigned_to: noor.email })
  await insertChange(database.db, 'CHG3', { ...quiet, state: 'implement' })
  await mark('CHG3', testToken)
  const open = await startReview(as(noor), await insertChange(database.db, 'CHG4', { type: 'emergency' }))
  const { id } = await createImprovement(as(henrike), newAction(reference, { owner: second.email }))
  await updateImprovement(as(noor), id, { owner: paolo.email })
  await updateImprovement(as(noor), id, { status: 'done', evidence: 'The log' })
  expect(await verifyParts(database.db)).toEqual([])
  const edits = {
    [`Action ${id}: the part of ${second.email} (owned) is not recorded`]: sql`delete from action_parts where kind = 'owned'`,
    [`Action ${id}: no act shows the part of ${paolo.email} (did)`]: sql`update action_parts set person = ${paolo.email} where kind = 'did'`,
    [`Action ${id}: the part of ${noor.email} (did) lacks acc_noor_2`]: sql`update action_parts set accounts = '{acc_noor}'`,
    [`CHG1: the part of ${noor.email} (wrote) is not recorded`]: sql`delete from review_parts where kind = 'wrote'`,
    [`CHG2: the part of ${callum.email} (implemented) is not recorded`]: sql`update review_parts set change_number = 'CHG5' where change_number = 'CHG2'`,
    [`CHG1: no act shows the part of ${paolo.email} (wrote)`]: sql`update review_parts set person = ${paolo.email} where kind = 'wrote'`,
    [`CHG1: the part of ${noor.email} (submitted) lacks acc_noor_2`]: sql`update review_parts set accounts = '{acc_noor}' where kind = 'submitted'`,
    [`CHG1: the part of ${noor.email} (wrote) has acc_paolo, who is another`]: sql`update review_parts set accounts = accounts || '{acc_paolo}' where kind = 'wrote'`,
  }
  for (const [fault, edit] of Object.entries(edits)) {
    await expect(database.db.execute(edit)).rejects.toThrow()
    await database.db
      .transaction(async (tx) => {
        await tx.execute(sql`alter table review_parts disable trigger review_parts_kept`)
        await tx.execute(sql`alter table action_parts disable trigger action_parts_kept`)
        await tx.execute(edit)
        expect((await verifyParts(tx)).join()).toContain(fault)
        tx.rollback()
      })
      .catch((error: Error) => expect(error.message).toMatch('Rollback'))
  }
  expect(await listReasonFaults()).toEqual([])
  const recorded = await listRecorded()
  await database.db.execute(sql`truncate review_parts, action_parts`)
  await database.db.execute(sql`update reviews set needs_sign_off = false where reference = ${open.reference}`)
  await database.db.execute(sql`insert into counters (series, last) values ('review_parts', 0), ('action_parts', 0)`)
  await recordFormerParts(database.db)
  expect(await listRecorded()).toEqual(recorded)
  expect(await getReview(as(noor), open.reference)).toMatchObject({ needs_sign_off: true })
  await database.db.execute(sql`truncate review_parts, action_parts`)
  await recordFormerParts(database.db)
  expect(await listRecorded()).toEqual([])
  await database.db.execute(sql`update reviews set reasons = '[]' where reference = ${reference}`)
  expect(await listReasonFaults()).toEqual([`Review ${reference} has other reasons than its history states.`])
})
