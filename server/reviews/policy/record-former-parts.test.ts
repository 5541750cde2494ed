import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { getReview } from '#server/reviews/queries.ts'
import { callum, henrike, insertChange, noor, paolo } from '#server/reviews/testing.ts'
import { provideReviews, quiet } from '#server/reviews/testing-reviews.ts'
import { recordFormerParts } from './record-former-parts.ts'

const { database, as, put, importAs, mark, filled } = provideReviews({ pipeline: false })

const listRecorded = async () =>
  (await database.db.execute(sql`select change_number, kind, person, accounts from review_parts order by 1, 2, 3, 4`))
    .rows

test('an older database gets the parts that its acts would have recorded, and what is required of open reviews', async () => {
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
  const recorded = await listRecorded()
  await database.db.execute(sql`truncate review_parts`)
  await database.db.execute(sql`update reviews set needs_sign_off = false where reference = ${open.reference}`)
  await database.db.execute(sql`insert into counters (series, last) values ('review_parts', 0)`)
  await recordFormerParts(database.db)
  expect(await listRecorded()).toEqual(recorded)
  expect(await getReview(as(noor), open.reference)).toMatchObject({ needs_sign_off: true })
  await database.db.execute(sql`truncate review_parts`)
  await recordFormerParts(database.db)
  expect(await listRecorded()).toEqual([])
})
