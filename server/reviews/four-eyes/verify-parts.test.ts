import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { callum, henrike, insertAccount, noor, paolo } from '#server/reviews/testing.ts'
import { provideReviews, quiet } from '#server/reviews/testing-reviews.ts'
import { verifyParts } from './verify-parts.ts'

const { database, as, put, importAs, filled } = provideReviews({ pipeline: false })
const second = { ...testPerson('manager', 'acc_noor_2'), name: 'HADDAD, Noor' }

test('each part that somebody deletes, alters or adds by SQL is named, and no other', async () => {
  await insertAccount(database.db, second)
  const reference = await filled('CHG1', { ...quiet, risk: 'high', assignedTo: callum.email })
  await put(henrike, 'CHG1', { assigned_to: 'F. Luddy' })
  await importAs(henrike, 'changes', { number: 'CHG1', title: 'X', state: 'review', assigned_to: callum.email })
  await submitReview(as(noor), reference)
  await signOffReview(as(paolo), reference, { implementer: callum.email })
  await put(henrike, 'CHG2', { title: 'Y', state: 'implement', assigned_to: callum.email })
  await put(henrike, 'CHG2', { assigned_to: noor.email })
  expect(await verifyParts(database.db)).toEqual([])
  const edits = {
    [`CHG1: the part of ${noor.email} (wrote) is not recorded`]: sql`delete from review_parts where kind = 'wrote'`,
    [`CHG2: the part of ${callum.email} (implemented) is not recorded`]: sql`update review_parts set change_number = 'CHG3' where change_number = 'CHG2'`,
    [`CHG1: no act shows the part of ${paolo.email} (wrote)`]: sql`update review_parts set person = ${paolo.email} where kind = 'wrote'`,
    [`CHG1: the part of ${noor.email} (submitted) lacks acc_noor_2`]: sql`update review_parts set accounts = '{acc_noor}' where kind = 'submitted'`,
  }
  for (const [fault, edit] of Object.entries(edits)) {
    await expect(database.db.execute(edit)).rejects.toThrow()
    await database.db
      .transaction(async (tx) => {
        await tx.execute(sql`alter table review_parts disable trigger review_parts_kept`)
        await tx.execute(edit)
        expect((await verifyParts(tx)).join()).toContain(fault)
        tx.rollback()
      })
      .catch((error: Error) => expect(error.message).toMatch('Rollback'))
  }
  expect(await verifyParts(database.db)).toEqual([])
})
