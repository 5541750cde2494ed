import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultStandardRule, type StandardDecision } from '#lib/contracts/app/standard-changes.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { proposeDecision } from '#lib/domain/standard-changes.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { nameModel } from '#server/reviews/api-writes/name-model.ts'
import { createContext, henrike, insertAccount, insertChange, paolo } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { standardDecisions } from '#server/schema/former-states.ts'
import { auditEvents } from '#server/schema/history.ts'
import { settings } from '#server/schema/settings.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import {
  confirmStandard,
  decideStandard,
  listChangeModels,
  listConfirmedDecisions,
  listTitleModels,
  setStandardRule,
} from './standard-changes.ts'

const database = provideTestDatabase({ empty: [standardDecisions, changes, auditEvents, settings] })
const today = '2026-12-01'
const as = (person = henrike, at = `${today}T10:00:00.000Z`) => createContext(database.db, person, at)
const dayOf = (daysAgo: number) => new Date(Date.parse(today) - daysAgo * 86_400_000).toISOString().slice(0, 10)

type Drawn = {
  readonly model: string
  readonly daysAgo: number
  readonly outcome: ReviewOutcome | null
  readonly isCanceled: boolean
}

let count = 0
async function insertAll(drawn: readonly Drawn[]): Promise<void> {
  for (const { model, daysAgo, outcome, isCanceled } of drawn) {
    count += 1
    await insertChange(database.db, `CHG-STD-${count}`, {
      model,
      state: isCanceled ? 'canceled' : 'closed',
      actualEnd: `${dayOf(daysAgo)}T12:00:00.000Z`,
      pirCompleted: outcome !== null,
      pirOutcome: outcome,
      pirDate: outcome && dayOf(daysAgo),
    })
  }
}
const reviewed = (model: string, daysAgo: number, outcome: ReviewOutcome = 'successful'): Drawn => ({
  model,
  daysAgo,
  outcome,
  isCanceled: false,
})
const find = async (model: string, at?: string) =>
  (await listChangeModels(as(henrike, at))).rows.find((row) => row.model === model)
const standard = (model: string) => ({
  model,
  decision: 'standard' as const,
  reason: 'The same steps each time.',
  owner: henrike.email,
  expires_on: '2027-06-30',
})

test('each proposal of three generated years equals a recount', async () => {
  const models = ['Renew a certificate', 'Restart a service', 'Grow a disk']
  const successful = { weight: 30, arbitrary: fc.constant('successful' as const) }
  const someChange = fc.record({
    model: fc.constantFrom(...models),
    daysAgo: fc.integer({ min: 0, max: 1_460 }),
    outcome: fc.option(fc.oneof(successful, fc.constantFrom(...reviewOutcomes)), { freq: 8 }),
    isCanceled: fc.nat(9).map((drawn) => drawn === 0),
  })
  const [drawn = []] = fc.sample(fc.array(someChange, { minLength: 250, maxLength: 250 }), { seed: 44, numRuns: 1 })
  await insertAll(drawn)
  for (const account of [henrike, paolo]) await insertAccount(database.db, account)
  const standing = new Map<string, { knew: ReadonlySet<Drawn>; until: string }>()
  const proposed = new Set<string | null>()
  for (let daysAgo = 1_095; daysAgo >= 0; daysAgo -= 30) {
    const to = dayOf(daysAgo)
    const from = to.replace(/^\d+/, (year) => String(Number(year) - 1))
    const { rows } = await listChangeModels(as(henrike, `${to}T10:00:00.000Z`))
    for (const model of models) {
      const known = drawn.filter(
        (one) =>
          one.model === model &&
          !one.isCanceled &&
          one.outcome !== null &&
          dayOf(one.daysAgo) >= from &&
          dayOf(one.daysAgo) <= to,
      )
      const decided = standing.get(model)
      const since = known.filter((one) => !decided?.knew.has(one))
      // The two outcomes between full success and failure have two words.
      const hasIssues = ({ outcome }: Drawn) => outcome?.includes('_') ?? false
      const hasTooMany = known.filter(hasIssues).length >= 2
      const isFailed = ({ outcome }: Drawn) => outcome === 'failed'
      const isBad = since.some(isFailed) || (hasTooMany && since.some(hasIssues))
      const isStandard = decided !== undefined && decided.until >= to
      const isDue = decided !== undefined && decided.until <= dayOf(daysAgo - 30)
      const enough = since.length >= 10 && !known.some(isFailed) && !hasTooMany ? 'grant' : null
      let wanted: string | null = decided ? 'renew' : enough
      if (isStandard && !isDue) wanted = null
      if (isBad) wanted = isStandard ? 'revoke' : null
      expect(
        rows.find((row) => row.model === model),
        `${model} on ${to}`,
      ).toMatchObject({ reviewed: known.length, proposal: wanted })
      proposed.add(wanted)
      if (wanted !== 'grant') continue
      const until = dayOf(daysAgo - 180)
      await decideStandard(as(henrike, `${to}T11:00:00.000Z`), { ...standard(model), expires_on: until })
      await confirmStandard(as(paolo, `${to}T12:00:00.000Z`), model)
      standing.set(model, { knew: new Set(known), until })
    }
  }
  expect(proposed).toEqual(new Set(['grant', 'renew', 'revoke', null]))
})

test.each([
  [{ reviewed: 10, failed: 0, issues: 1 }, null, 'grant'],
  [{ reviewed: 9, failed: 0, issues: 0 }, null, null],
  [{ reviewed: 30, failed: 1, issues: 0 }, null, null],
  [{ reviewed: 30, failed: 0, issues: 2 }, null, null],
  [{ reviewed: 0, failed: 0, issues: 0 }, '2027-06-30', null],
  [{ reviewed: 1, failed: 1, issues: 0 }, '2027-06-30', 'revoke'],
  [{ reviewed: 2, failed: 0, issues: 2 }, '2027-06-30', 'revoke'],
  [{ reviewed: 0, failed: 0, issues: 0 }, '2026-12-31', 'renew'],
  [{ reviewed: 0, failed: 0, issues: 0 }, '2026-11-30', 'renew'],
  [{ reviewed: 1, failed: 1, issues: 0 }, '2026-11-30', null],
] as const)('of %j, standard until %s, the rule proposes %s', (since, until, proposal) => {
  const decided = until === null ? null : ({ decision: 'standard', expires_on: until } as const)
  expect(proposeDecision(since, since, decided, defaultStandardRule, today)).toBe(proposal)
})

test('a decision keeps the figures of its day, and counts once another person has confirmed it', async () => {
  const model = 'Renew a certificate'
  await insertAll(Array.from({ length: 10 }, (_, index) => reviewed(model, index + 10)))
  expect(await find(model)).toMatchObject({ proposal: 'grant', is_standard: false, decision: null })
  const { version, figures } = await decideStandard(as(), standard(model))
  expect(figures).toMatchObject({ reviewed: 10, failed: 0, rule: defaultStandardRule })
  const [row] = await readRows(database.db, standardDecisions, { model })
  expect(row?.figures.changes).toHaveLength(10)
  expect(await find(model)).toMatchObject({ is_standard: false, pending: { reason: 'The same steps each time.' } })
  const twin = { ...henrike, id: 'acc_twin', email: 'h.vos@partner.example' }
  for (const account of [henrike, twin, paolo]) await insertAccount(database.db, account)
  for (const same of [henrike, twin])
    await expect(confirmStandard(as(same), model)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(confirmStandard(as(paolo), model, [version + 1])).rejects.toMatchObject({ code: 'precondition_failed' })
  await confirmStandard(as(paolo), model, [version])
  await expect(confirmStandard(as(paolo), model)).rejects.toMatchObject({ code: 'conflict' })
  expect(await find(model)).toMatchObject({ is_standard: true, proposal: null, pending: null })
  // On the day of the decision, and so not known to it.
  await insertAll([reviewed(model, 0, 'failed')])
  expect(await find(model, '2026-12-03T10:00:00.000Z')).toMatchObject({
    is_standard: true,
    proposal: 'revoke',
    failed: 1,
  })
  expect(await listConfirmedDecisions(as())).toMatchObject([
    { model, edition: 1, figures: { failed: 0, reviewed: 10 } },
  ])
  expect(await find(model, '2027-07-01T10:00:00.000Z')).toMatchObject({ is_standard: false })
  const history = await readRows(database.db, auditEvents, { entityType: 'change_model', entityId: model })
  expect(history.map(({ changes: { edition, figures_sha256: sum } }) => [edition?.to, sum?.to])).toEqual(
    Array.from({ length: 2 }, () => [1, expect.stringMatching(/^[0-9a-f]{64}$/)]),
  )
})

test('a decision that waits is replaced, and one after a confirmed one is another edition', async () => {
  const model = 'Grow a disk'
  await insertAll([reviewed(model, 5), reviewed(model, 6)])
  const { version } = await decideStandard(as(), standard(model))
  const otherwise = { ...standard(model), decision: 'not_standard' as const }
  await expect(decideStandard(as(paolo), otherwise)).rejects.toMatchObject({ code: 'precondition_failed' })
  expect(await decideStandard(as(paolo), otherwise, [version])).toMatchObject({
    edition: 1,
    owner: null,
    expires_on: null,
    decided_by: paolo.email,
  } satisfies Partial<StandardDecision>)
  await insertAccount(database.db, henrike).catch(() => {})
  expect((await getWorklist(as(paolo))).confirmations.entries).toEqual([])
  expect((await getWorklist(as())).confirmations.entries).toMatchObject([{ kind: 'standard_change', id: model }])
  const confirmed = await confirmStandard(as(), model)
  const second = await decideStandard(as(), standard(model), [confirmed.version])
  expect(second).toMatchObject({ edition: 2, confirmed_at: null })
  expect(await find(model)).toMatchObject({ decision: { edition: 1 }, pending: { edition: 2 } })
})

test('a standard change has an owner, an end after today, and a model that some change has', async () => {
  await insertAll([reviewed('Known', 5)])
  const refused = async (body: object) =>
    decideStandard(as(), { ...standard('Known'), ...body }).catch((error) => error)
  expect(await refused({ owner: null })).toMatchObject({ details: [{ field: 'owner' }] })
  for (const expires_on of [today, '2999-12-31'])
    expect(await refused({ expires_on })).toMatchObject({ details: [{ field: 'expires_on' }] })
  expect(await refused({ model: 'Unknown' })).toMatchObject({ code: 'not_found' })
})

test('a manager edits the rule', async () => {
  const model = 'Restart a service'
  await insertAll([reviewed(model, 5), reviewed(model, 6)])
  expect((await find(model))?.proposal).toBeNull()
  await setStandardRule(as(), { ...defaultStandardRule, reviewed: 2 })
  expect((await find(model))?.proposal).toBe('grant')
})

test('titles that differ in numbers and months are proposed as a model, which a manager names', async () => {
  const titles = [
    'Für alle: the March updates',
    'FÜR alle: the APRIL 2026 updates',
    'für alle the may updates',
    'Install it',
  ]
  const numbers = await Promise.all(
    titles.map((title, index) =>
      insertChange(database.db, `CHG-TITLE-${index}`, { title, actualEnd: `2026-0${index + 3}-01T10:00:00.000Z` }),
    ),
  )
  const { rows } = await listTitleModels(as())
  expect(rows).toEqual([
    { name: 'Für alle the updates', title: titles[2], count: 3, changes: numbers.slice(0, 3).toReversed() },
  ])
  const [found] = rows
  const body = { model: 'Monthly updates', changes: found?.changes ?? [] }
  expect(await nameModel(as(), body)).toEqual({ changes: 3 })
  expect(await nameModel(as(), body)).toEqual({ changes: 3 })
  expect((await listTitleModels(as())).rows).toEqual([])
  expect(await find('Monthly updates')).toMatchObject({ changes: 3 })
  await expect(nameModel(as(), { ...body, model: 'Another' })).rejects.toMatchObject({ code: 'conflict' })
  const written = await readRows(database.db, auditEvents, { entityType: 'change', entityId: 'CHG-TITLE-0' })
  expect(written.map(({ changes: { model } }) => model)).toEqual([{ from: null, to: 'Monthly updates' }])
})

test('an old failure, and issues on both sides of a decision, count with what is new', () => {
  const good = { reviewed: 12, failed: 0, issues: 0 }
  const decided = { decision: 'not_standard', expires_on: null } as const
  expect(proposeDecision({ ...good, failed: 1 }, good, decided, defaultStandardRule, today)).toBeNull()
  expect(proposeDecision(good, good, decided, defaultStandardRule, today)).toBe('grant')
  const standing = { decision: 'standard', expires_on: '2027-06-30' } as const
  const one = { reviewed: 3, failed: 0, issues: 1 }
  expect(proposeDecision({ ...good, issues: 2 }, one, standing, defaultStandardRule, today)).toBe('revoke')
  expect(
    proposeDecision({ ...good, issues: 2 }, { ...one, issues: 0 }, standing, defaultStandardRule, today),
  ).toBeNull()
})

test('a decision is not confirmed after its end', async () => {
  const model = 'Late'
  await insertAll([reviewed(model, 5)])
  await decideStandard(as(), { ...standard(model), expires_on: '2026-12-02' })
  const later = as(paolo, '2026-12-04T10:00:00.000Z')
  await expect(confirmStandard(later, model)).rejects.toMatchObject({ code: 'conflict' })
})
