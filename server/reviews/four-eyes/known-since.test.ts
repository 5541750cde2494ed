import { expect, test } from 'vitest'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { getCleanCheck } from '#server/reviews/clean-checks.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { waiveReview } from '#server/reviews/commands/waive.ts'
import { createPolicyRule } from '#server/reviews/policy/rule-commands.ts'
import { getReview } from '#server/reviews/queries.ts'
import { ada, callum, henrike, insertAccount, insertChange, noor, paolo } from '#server/reviews/testing.ts'
import { provideReviews, quiet } from '#server/reviews/testing-reviews.ts'

const { database, as, put, importAs, filled } = provideReviews({ people: [noor, callum, henrike, paolo, ada] })

/** Lists a person in the directory, with an employee number that another entry may have too. */
const list = (id: string, email: string, employee_number: string) =>
  importAs(ada, 'users', { id, name: `Listed ${id}`, email, employee_number })

test('a rule that began while a review was completed holds once it is reopened', async () => {
  const reference = await filled('CHG-RULE', { ...quiet, affectedServices: ['billing'] })
  await completeReview(as(noor), reference, {})
  await createPolicyRule(as(henrike), {
    name: 'Billing',
    is_active: true,
    conditions: { ...noConditions, types: [], risks: [], close_codes: [], models: [], services: ['billing'] },
    form: 'full',
    due_business_days: 10,
    needs_sign_off: true,
    assignment: { kind: 'nobody' },
  })
  await reopenReview(as(noor), reference, 'A late complaint.')
  await expect(completeReview(as(noor), reference, {})).rejects.toThrow(/needs a sign-off: submit it instead/)
  expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: true, status: 'in_progress' })
})

test.each([
  ['an account', 'one', callum.email],
  ['only an entry of the directory', 'two', 'extern@corp.example'],
])('an implementer with %s neither completes nor signs with an account that is known later', async (_, id, email) => {
  const later = { ...testPerson('manager', `acc_${id}`), name: `Later ${id}` }
  await list(`${id}-first`, email, `N-${id}`)
  const own = await filled(`CHG-OWN-${id}`, { ...quiet, assignedTo: email })
  const high = await filled(`CHG-HIGH-${id}`, { risk: 'high', assignedTo: email })
  await submitReview(as(noor), high)
  await insertAccount(database.db, later)
  await list(`${id}-later`, later.email, `N-${id}`)
  await expect(completeReview(as(later), own, {})).rejects.toThrow(/You implemented the change/)
  await expect(signOffReview(as(later), high, {})).rejects.toThrow(/You implemented the change/)
})

const ends = {
  completed: (ctx: Context, reference: string) => completeReview(ctx, reference, {}),
  waived: (ctx: Context, reference: string) => waiveReview(ctx, reference, 'No need.'),
}
test.each([
  ['completed', 'awaiting_sign_off'],
  ['waived', 'in_progress'],
] as const)('a %s review is owed again if who ended it is known since as the implementer', async (end, status) => {
  const twin = { ...testPerson('manager', `acc_${end}`), name: `Ended ${end}` }
  await insertAccount(database.db, twin)
  const change = { ...quiet, assignedTo: `${end}@corp.example` }
  await list(`${end}-implementer`, change.assignedTo, `N-${end}`)
  const reference = await filled(`CHG-${end}`, change)
  const clean = await startReview(as(noor), await insertChange(database.db, `CHG-CLEAN-${end}`, change))
  await ends[end](as(twin), reference)
  await list(`${end}-ender`, twin.email, `N-${end}`)
  await put(henrike, `CHG-${end}`, { risk: 'moderate' })
  expect(await getReview(as(noor), reference)).toMatchObject({ status })
  expect((await getCleanCheck(as(twin), clean.reference)).faults).toContain('You implemented the change.')
})
