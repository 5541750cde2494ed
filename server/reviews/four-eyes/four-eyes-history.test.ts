import { beforeAll, describe, expect, test } from 'vitest'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { completeReview } from '#server/reviews/lifecycle/complete-review.ts'
import { followCancellations } from '#server/reviews/lifecycle/follow-cancellations.ts'
import { reopenReview } from '#server/reviews/lifecycle/reopen-review.ts'
import { signOffReview } from '#server/reviews/lifecycle/sign-off-review.ts'
import { startReview } from '#server/reviews/lifecycle/start-review.ts'
import { submitReview } from '#server/reviews/lifecycle/submit-review.ts'
import { confirmWaiver, waiveReview } from '#server/reviews/lifecycle/waive-review.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { createPolicyRule, deletePolicyRule, updatePolicyRule } from '#server/reviews/policy/rule-commands.ts'
import { findReview, getReview } from '#server/reviews/record/queries.ts'
import { decideReviewProposal, listReviewProposals, proposeAnswers } from '#server/reviews/steps/proposals.ts'
import { ada, callum, fillReview, henrike, insertChange, insertPeople, noor, paolo } from '#server/reviews/testing.ts'
import { needsSignOff, provideReviews, quiet, waits } from '#server/reviews/testing-reviews.ts'

const implemented = { code: 'forbidden', message: expect.stringContaining('You implemented the change') }
const fred = 'fred.luddy@hindsight.example'

const { database, as, put, putIncident, importAs, filled } = provideReviews({
  people: [noor, callum, henrike, paolo, ada],
  pipeline: false,
})
beforeAll(() => insertPeople(database.db, { [fred]: 'F. Luddy' }))

/** Creates a rule that requires a sign-off for the changes of a service. */
const signedFor = (service: string): NewPolicyRule => ({
  name: `Changes of ${service}`,
  is_active: true,
  conditions: { ...noConditions, types: [], risks: [], close_codes: [], services: [service] },
  form: 'full',
  due_business_days: 10,
  needs_sign_off: true,
  assignment: { kind: 'nobody' },
})

describe('a person who was implementer or assigned stays one', () => {
  test.each<[string, string]>([
    ['by e-mail', henrike.email],
    ['by name', henrike.name],
    ['by name and role', 'Vos, Henrike (SRE)'],
    ['by an address with a dot', `${henrike.email}.`],
    ['by a link', `mailto:${henrike.email}`],
  ])('named %s and replaced', async (name, assignedTo) => {
    const number = `CHG-REPLACED-${name.replaceAll(' ', '-')}`
    const reference = await filled(number, { ...quiet, assignedTo })
    await put(henrike, number, { assigned_to: callum.email })
    await expect(completeReview(as(henrike), reference, {})).rejects.toMatchObject(needsSignOff)
    await submitReview(as(noor), reference).catch(() => {})
    await expect(signOffReview(as(henrike), reference, { implementer: fred })).rejects.toMatchObject(implemented)
    await expect(waiveReview(as(henrike), reference, 'No need.')).rejects.toMatchObject(implemented)
  })

  test('and others are not', async () => {
    const reference = await filled('CHG-OTHERS', { assignedTo: callum.email })
    await put(henrike, 'CHG-OTHERS', { assigned_to: fred })
    await submitReview(as(noor), reference)
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ signed_off_by: henrike.name })
  })
})

describe('a change that enters review owes what was required of it before', () => {
  const lowered = { type: 'normal', risk: 'low', state: 'review' } as const
  const work = { title: 'Work', type: 'normal', risk: 'low', state: 'implement', assigned_to: fred } as const
  const entered: Readonly<Record<string, (number: string) => Promise<unknown>>> = {
    'the write that moves it rates it lower': async (number) => {
      await put(henrike, number, { ...work, type: 'emergency', risk: 'very_high' })
      await put(henrike, number, lowered)
    },
    'the import that moves it rates it lower': async (number) => {
      await put(henrike, number, { ...work, type: 'emergency', risk: 'very_high' })
      await importAs(henrike, 'changes', { number, title: 'Work', ...lowered })
    },
    'its rule is switched off meanwhile': async (number) => {
      const { id } = await createPolicyRule(as(paolo), signedFor('switch'))
      await put(henrike, number, { ...work, affected_services: ['switch'] })
      await updatePolicyRule(as(henrike), id, { is_active: false })
      await put(henrike, number, { state: 'review' })
      await updatePolicyRule(as(henrike), id, { is_active: true })
    },
    'its incident is unlinked': async (number) => {
      const rule = signedFor('outage')
      await createPolicyRule(as(paolo), { ...rule, conditions: { ...rule.conditions, incident_priority: 1 } })
      await put(henrike, number, { ...work, affected_services: ['outage'] })
      await putIncident('INC-UNLINKED', { priority: '1 - Critical', related_change: number })
      await putIncident('INC-UNLINKED', { related_change: null })
      await put(henrike, number, { state: 'review' })
    },
  }
  test.each(Object.entries(entered))('when %s', async (name, enter) => {
    const number = `CHG-ENTERED-${name.replaceAll(' ', '-')}`
    await enter(number)
    await decideReviews(as({ kind: 'system', id: 'decide-reviews', name: 'Hindsight' }))
    const review = await findReview(as(noor), number)
    expect(review).toMatchObject({ status: 'not_started', needs_sign_off: true })
    expect(review?.reasons.map(({ text }) => text).join()).toMatch(
      /; by (what was recorded before|the rule as it was until 10 Mar 2026)/,
    )
    await put(henrike, number, { state: 'closed' })
    expect(await findReview(as(noor), number)).toMatchObject({ status: 'not_started' })
  })
})

describe('an implementer whom nobody knows', () => {
  test.each(['Fred Luddy', 'nobody@nowhere.example', `${fred}.`])('named %s may be anybody', async (assignedTo) => {
    const number = `CHG-UNKNOWN-${assignedTo.replaceAll(/\W/g, '')}`
    const reference = await filled(number, { ...quiet, assignedTo })
    await put(henrike, number, { assigned_to: fred })
    await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(`“${assignedTo}”`),
    })
    const unknown = { implementer: 'someone@nowhere.example' }
    await expect(signOffReview(as(henrike), reference, unknown)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('in the directory'),
    })
    expect(await signOffReview(as(henrike), reference, { implementer: fred })).toMatchObject({ implementer: fred })
    await reopenReview(as(noor), reference, 'Again.')
    expect(await completeReview(as(noor), reference, {}).catch((error: Error) => error.message)).toContain('submit it')
    await put(henrike, number, { assigned_to: 'Somebody Else' })
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(paolo), reference, {})).rejects.toMatchObject({
      message: expect.stringContaining('“Somebody Else”'),
    })
  })

  test('is one who is known by a unique name, and then needs no statement', async () => {
    const reference = await filled('CHG-UNIQUE', { assignedTo: 'paolo ferrand' })
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(paolo), reference, {})).rejects.toMatchObject(implemented)
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ implementer: null })
  })

  test('is stated by the manager who confirms a waiver', async () => {
    const reference = await filled('CHG-WAIVE-UNKNOWN', { assignedTo: 'Fred Luddy' })
    await waiveReview(as(henrike), reference, 'A twin.')
    const confirm = (implementer?: string) => confirmWaiver(as(paolo), reference, implementer)
    await expect(confirm()).rejects.toMatchObject({ code: 'invalid_parameter' })
    await expect(confirm(paolo.email)).rejects.toMatchObject(implemented)
    await expect(confirm(henrike.email)).rejects.toMatchObject({ code: 'conflict' })
    expect(await confirm(fred)).toMatchObject({ status: 'waived', implementer: fred })
  })
})

describe('a person who wrote, submitted or completed has taken part', () => {
  const wrote = { code: 'forbidden', message: expect.stringMatching(/^You (changed or proposed answers|completed it)/) }

  test('by an answer that they, or a token that they issued, proposed and its reviewer took over', async () => {
    const input = { name: 'Chat', system: 'mcp', scope: 'propose', expiresAt: null, origin: 'entry' } as const
    const { token } = await createToken(as(ada), input)
    const chat = { kind: 'token', id: token.id, name: 'Chat', system: 'mcp', scope: 'propose' } as const
    const reference = await filled('CHG-PROPOSED', { risk: 'high' })
    const answers = [{ field: 'risk.missed', value: 'The largest table.' }] as const
    for (const actor of [henrike, chat, paolo]) await proposeAnswers(as(actor), 'CHG-PROPOSED', answers)
    for (const { id, proposed_by } of await listReviewProposals(as(noor), reference)) {
      const decision = proposed_by === paolo.name ? 'dismissed' : 'taken'
      await decideReviewProposal(as(noor), { reference, id }, decision)
    }
    await submitReview(as(noor), reference)
    for (const proposer of [henrike, ada]) {
      await expect(signOffReview(as(proposer), reference, {})).rejects.toMatchObject(wrote)
    }
    expect(await signOffReview(as(paolo), reference, {})).toMatchObject({ status: 'completed' })
  })
})

describe('what is required does not fall', () => {
  test('by the write that ends the planning; but planning may lower the risk', async () => {
    await insertChange(database.db, 'CHG-PLANNED', { ...quiet, risk: 'high', state: 'assess' })
    await put(henrike, 'CHG-PLANNED', { risk: 'low' })
    await put(henrike, 'CHG-PLANNED', { state: 'implement' })
    const { reference } = await startReview(as(noor), 'CHG-PLANNED')
    expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: false })
    await insertChange(database.db, 'CHG-JUMPED', { ...quiet, risk: 'high', state: 'new' })
    await put(henrike, 'CHG-JUMPED', { risk: 'low', state: 'implement' })
    const jumped = await startReview(as(noor), 'CHG-JUMPED')
    expect(await getReview(as(noor), jumped.reference)).toMatchObject({ needs_sign_off: true })
  })

  test('by editing, deactivating or deleting a rule', async () => {
    const { id } = await createPolicyRule(as(paolo), signedFor('cloud'))
    const reference = await filled('CHG-POLICY', { ...quiet, affectedServices: ['cloud'] })
    const steps = [
      () => updatePolicyRule(as(henrike), id, { needs_sign_off: false }),
      () => updatePolicyRule(as(henrike), id, { is_active: false, needs_sign_off: true }),
      () => deletePolicyRule(as(henrike), id),
    ]
    for (const step of steps) {
      await step()
      await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
    }
    const later = await filled('CHG-POLICY-LATER', { ...quiet, affectedServices: ['cloud'] })
    expect(await completeReview(as(noor), later, {})).toMatchObject({ status: 'completed' })
  })
})

describe('a review that was completed without a sign-off', () => {
  test('waits for one when the record asks for it again', async () => {
    await insertChange(database.db, 'CHG-BACK', { ...quiet, type: 'standard', state: 'new' })
    const { reference } = await startReview(as(henrike), 'CHG-BACK')
    await fillReview(as(henrike), await getReview(as(henrike), reference))
    await completeReview(as(henrike), reference, {})
    await put(henrike, 'CHG-BACK', { requested_by: 'Somebody' })
    expect(await getReview(as(noor), reference)).toMatchObject({ status: 'completed' })
    await put(henrike, 'CHG-BACK', { type: 'emergency', risk: 'very_high', state: 'closed' })
    expect(await getReview(as(noor), reference)).toMatchObject(waits)
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await signOffReview(as(paolo), reference, {})).toMatchObject({ signed_off_by: paolo.name, completions: 2 })
    await put(henrike, 'CHG-BACK', { risk: 'high' })
    expect(await getReview(as(noor), reference)).toMatchObject({ status: 'completed' })
  })

  test('stays completed when only a later policy asks for more, also once that is edited or deleted', async () => {
    const reference = await filled('CHG-NEW-RULE', { ...quiet, affectedServices: ['ledger'] })
    const { id: edited } = await createPolicyRule(as(paolo), { ...signedFor('ledger'), needs_sign_off: false })
    await completeReview(as(noor), reference, {})
    const { id } = await createPolicyRule(as(paolo), signedFor('ledger'))
    const steps = [
      () => updatePolicyRule(as(paolo), id, { name: 'Ledger and accounts' }),
      () => deletePolicyRule(as(paolo), id),
      () => updatePolicyRule(as(paolo), edited, { needs_sign_off: true }),
      () => updatePolicyRule(as(paolo), edited, { needs_sign_off: false }),
      () => deletePolicyRule(as(paolo), edited),
    ]
    for (const [index, step] of steps.entries()) {
      await put(testToken, 'CHG-NEW-RULE', { risk: index % 2 === 0 ? 'moderate' : 'low' })
      expect(await getReview(as(noor), reference)).toMatchObject({ status: 'completed' })
      await step()
    }
    await put(testToken, 'CHG-NEW-RULE', { risk: 'low' })
    expect(await getReview(as(noor), reference)).toMatchObject({ status: 'completed' })
  })

  test('waits for one by a rule that was in force at its end, though that was deleted since', async () => {
    const { id } = await createPolicyRule(as(paolo), signedFor('ledger'))
    const reference = await filled('CHG-OLD-RULE', { ...quiet })
    await completeReview(as(noor), reference, {})
    await deletePolicyRule(as(paolo), id)
    await put(testToken, 'CHG-OLD-RULE', { affected_services: ['ledger'] })
    expect(await getReview(as(noor), reference)).toMatchObject(waits)
  })
})

test('cancelling a change does not withdraw a review that needs a sign-off', async () => {
  const reference = await filled('CHG-CANCELED', { risk: 'high' })
  await put(henrike, 'CHG-CANCELED', { state: 'canceled' })
  await followCancellations(as({ kind: 'system', id: 'decide-reviews', name: 'Hindsight' }))
  expect(await getReview(as(noor), reference)).toMatchObject({ status: 'in_progress', needs_sign_off: true })
})
