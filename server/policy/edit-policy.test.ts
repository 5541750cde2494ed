import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NewReviewCheck } from '#lib/contracts/app/checks.ts'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { defaultRules, noConditions } from '#lib/domain/policy/default-rules.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { previewPolicyRule } from '#server/reviews/policy/preview-rule.ts'
import {
  createPolicyRule,
  deletePolicyRule,
  orderPolicyRules,
  updatePolicyRule,
} from '#server/reviews/policy/rule-commands.ts'
import { insertAccount, insertChange, insertIncident } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { checkWordings, policyRules, reviewChecks, reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { createReviewCheck, deleteReviewCheck, listReviewChecks, readAskedChecks, updateReviewCheck } from './checks.ts'
import { createDefaultRules } from './create-default-rules.ts'
import { createFactor, deleteFactor, listFactors } from './factors.ts'
import { createHoliday, deleteHoliday, listHolidays } from './holidays.ts'
import { createReviewerGroup, deleteReviewerGroup, listReviewerGroups } from './reviewer-groups.ts'
import { readRules } from './rules.ts'
import { deleteServiceReviewer, listServiceReviewers, setServiceReviewer } from './service-reviewers.ts'

const database = provideTestDatabase({
  empty: [checkWordings, reviewChecks, policyRules, reviewerGroups, serviceReviewers, auditEvents],
})
beforeAll(async () => {
  for (const name of ['ada', 'bob', 'vera', 'gone']) {
    const person = { ...testPerson(name === 'vera' ? 'viewer' : 'reviewer', `acc_${name}`), name }
    await insertAccount(database.db, person, { isDisabled: name === 'gone' })
  }
})
beforeEach(async () => {
  await database.db.execute('delete from counters')
  await createDefaultRules(ctx())
})

const ctx = () => testContext(database.db, testPerson('manager'))
const newRule: NewPolicyRule = {
  name: 'Moderate risk',
  is_active: true,
  conditions: { ...noConditions, types: [], risks: ['moderate'], close_codes: [], models: [], services: [] },
  form: 'short',
  due_business_days: 15,
  needs_sign_off: false,
  assignment: { kind: 'nobody' },
}
const newCheck: NewReviewCheck = {
  asked_of: 'reviewer',
  wording: 'Was it told?',
  kind: 'yes_no',
  options: [],
  expected: 'yes',
  filter: null,
  is_required: false,
  is_active: true,
}
const lastEvent = async () =>
  (await database.db.select().from(auditEvents)).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]

describe('rules', () => {
  test('are added at the end', async () => {
    const rule = await createPolicyRule(ctx(), newRule)
    expect(rule).toMatchObject({ ...newRule, version: 1, updated_by: 'Test manager' })
    expect((await readRules(database.db)).map(({ id }) => id)).toEqual([...defaultRules.map(({ id }) => id), rule.id])
    expect(await lastEvent()).toMatchObject({ action: 'create', entityType: 'policy_rule', entityId: rule.id })
  })

  test('stored before a condition existed have it empty', async () => {
    await database.db.execute(sql`
      update policy_rules set conditions = (conditions::jsonb - 'services' - 'service_count')::json
      where id = 'rule_high_risk'`)
    const rule = (await readRules(database.db)).find(({ id }) => id === 'rule_high_risk')
    expect(rule?.conditions).toMatchObject({ risks: ['high', 'very_high'], services: [], service_count: null })
  })

  test('are updated partially with the version that was read', async () => {
    const changed = await updatePolicyRule(ctx(), 'rule_high_risk', { due_business_days: 8 }, [1])
    expect(changed).toMatchObject({ name: 'High risk', due_business_days: 8, needs_sign_off: true, version: 2 })
    expect(await lastEvent()).toMatchObject({
      action: 'update',
      entityId: 'rule_high_risk',
      changes: { due_business_days: { from: 10, to: 8 } },
    })
    await expect(updatePolicyRule(ctx(), 'rule_high_risk', { name: 'Mine' }, [1])).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    expect((await updatePolicyRule(ctx(), 'rule_high_risk', { due_business_days: 8 })).version).toBe(2)
  })

  test('two concurrent updates of one version: one is rejected', async () => {
    const results = await Promise.allSettled(
      [6, 7].map((days) => updatePolicyRule(ctx(), 'rule_high_risk', { due_business_days: days }, [1])),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('are deleted, and the history keeps their fields', async () => {
    await deletePolicyRule(ctx(), 'rule_overrun', [1])
    expect((await readRules(database.db)).map(({ id }) => id)).not.toContain('rule_overrun')
    expect((await lastEvent())?.changes).toMatchObject({ name: { from: 'Over its window', to: null } })
    await expect(deletePolicyRule(ctx(), 'rule_overrun')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('are reordered all together or not at all', async () => {
    const ids = defaultRules.map(({ id }) => id).toReversed()
    expect((await orderPolicyRules(ctx(), ids)).map(({ id }) => id)).toEqual(ids)
    for (const wrong of [ids.slice(1), [...ids, 'rule_other'], [...ids.slice(1), ids[1] ?? '']]) {
      await expect(orderPolicyRules(ctx(), wrong)).rejects.toMatchObject({ code: 'conflict' })
    }
    expect((await readRules(database.db)).map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    [{ kind: 'person', email: 'vera@hindsight.example' }, 'assignment.email'],
    [{ kind: 'person', email: 'gone@hindsight.example' }, 'assignment.email'],
    [{ kind: 'group', group_id: 'grp_none' }, 'assignment.group_id'],
  ] as const)('cannot assign to %j', async (assignment, field) => {
    await expect(createPolicyRule(ctx(), { ...newRule, assignment })).rejects.toMatchObject({
      code: 'invalid_parameter',
      details: [{ field }],
    })
  })
})

describe('groups', () => {
  const input = { name: 'Databases', members: ['ada@hindsight.example', 'Bob@hindsight.example'] }

  test('contain people who can review, each once and in order', async () => {
    const group = await createReviewerGroup(ctx(), { ...input, members: [...input.members, 'ADA@hindsight.example'] })
    expect(group.members).toEqual([
      { email: 'ada@hindsight.example', name: 'ada', can_review: true },
      { email: 'bob@hindsight.example', name: 'bob', can_review: true },
    ])
    await expect(createReviewerGroup(ctx(), { ...input, name: 'DATABASES' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      createReviewerGroup(ctx(), { name: 'Others', members: ['vera@hindsight.example'] }),
    ).rejects.toMatchObject({ code: 'invalid_parameter' })
  })

  test('cannot be deleted while a rule assigns to them', async () => {
    const { id } = await createReviewerGroup(ctx(), input)
    await updatePolicyRule(ctx(), 'rule_overrun', { assignment: { kind: 'group', group_id: id } })
    expect((await listReviewerGroups(ctx())).rows).toMatchObject([{ id, rules: ['Over its window'] }])
    await expect(deleteReviewerGroup(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
    await updatePolicyRule(ctx(), 'rule_overrun', { assignment: { kind: 'nobody' } })
    await deleteReviewerGroup(ctx(), id)
    expect(await listReviewerGroups(ctx())).toEqual({ rows: [], total: 0 })
  })
})

test('a service has one reviewer, and services without one are listed', async () => {
  await insertChange(database.db, 'CHG-S', { affectedServices: ['web', 'mail'] })
  await setServiceReviewer(ctx(), 'web', 'ada@hindsight.example')
  await setServiceReviewer(ctx(), 'web', 'BOB@hindsight.example')
  expect(await listServiceReviewers(ctx())).toEqual({
    result: [{ service: 'web', reviewer: 'bob@hindsight.example', reviewer_name: 'bob', can_review: true }],
    total_count: 1,
    unset: ['mail'],
  })
  await expect(setServiceReviewer(ctx(), 'web', 'vera@hindsight.example')).rejects.toMatchObject({
    code: 'invalid_parameter',
  })
  await deleteServiceReviewer(ctx(), 'web')
  expect((await listServiceReviewers(ctx())).unset).toEqual(['mail', 'web'])
  await expect(deleteServiceReviewer(ctx(), 'web')).rejects.toMatchObject({ code: 'not_found' })
})

test('a holiday is unique for its day', async () => {
  await createHoliday(ctx(), { day: '2026-12-25', name: 'Christmas Day' })
  await createHoliday(ctx(), { day: '2026-05-01', name: 'Labour Day' })
  await expect(createHoliday(ctx(), { day: '2026-12-25', name: 'Again' })).rejects.toMatchObject({ code: 'conflict' })
  expect((await listHolidays(ctx())).rows.map(({ day }) => day)).toEqual(['2026-05-01', '2026-12-25'])
  await deleteHoliday(ctx(), '2026-05-01')
  await expect(deleteHoliday(ctx(), '2026-05-01')).rejects.toMatchObject({ code: 'not_found' })
})

test('a contributing factor is there once, and one that a person removed does not come back', async () => {
  const list = async () => (await listFactors(ctx())).rows.map(({ name }) => name)
  const shipped = await list()
  expect(shipped).toHaveLength(10)
  await createFactor(ctx(), { name: 'Fatigue' })
  await expect(createFactor(ctx(), { name: 'Fatigue' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(createFactor(ctx(), { name: 'fatigue' })).rejects.toMatchObject({ code: 'conflict' })
  await deleteFactor(ctx(), 'Tool')
  await expect(deleteFactor(ctx(), 'Tool')).rejects.toMatchObject({ code: 'not_found' })
  await createDefaultRules(ctx())
  expect(await list()).toEqual([...shipped, 'Fatigue'].filter((name) => name !== 'Tool').toSorted())
})

describe('checks', () => {
  const check = { ...newCheck, wording: 'Was the rota told?' }
  const listIds = async () => (await listReviewChecks(ctx())).rows.map(({ id }) => id)

  test('ship, the first two and those of stakeholders switched on, and one that a person deleted does not come back', async () => {
    const shipped = (await listReviewChecks(ctx())).rows
    expect(shipped.map(({ asked_of, is_active }) => `${asked_of} ${is_active}`)).toEqual([
      ...Array(2).fill('reviewer true'),
      ...Array(5).fill('reviewer false'),
      ...Array(3).fill('stakeholder true'),
    ])
    await deleteReviewCheck(ctx(), 'documents')
    await createDefaultRules(ctx())
    expect(await listIds()).toEqual(shipped.flatMap(({ id }) => (id === 'documents' ? [] : id)))
  })

  test('are named by their first wording, and another wording is their next version', async () => {
    const { id } = await createReviewCheck(ctx(), check)
    expect(id).toBe('was_the_rota_told')
    expect((await createReviewCheck(ctx(), check)).id).toBe('was_the_rota_told_2')
    const ask = async () => {
      const asked = await readAskedChecks(database.db, ['CHG-9'])
      return asked('CHG-9').find((one) => one.check === id)
    }
    await updateReviewCheck(ctx(), id, { ...check, is_required: true }, [1])
    expect(await ask()).toMatchObject({ version: 1, is_required: true })
    const reworded = { ...check, wording: 'Was the rota told in time?' }
    await expect(updateReviewCheck(ctx(), id, reworded, [1])).rejects.toMatchObject({ code: 'precondition_failed' })
    await updateReviewCheck(ctx(), id, reworded, [2])
    expect(await ask()).toMatchObject({ version: 2, wording: 'Was the rota told in time?', is_required: false })
    expect(await lastEvent()).toMatchObject({
      entityType: 'review_check',
      entityId: id,
      changes: { wording: { from: check.wording, to: reworded.wording }, is_required: { from: true, to: false } },
    })
    await deleteReviewCheck(ctx(), id)
    expect(await ask()).toBeUndefined()
    expect((await createReviewCheck(ctx(), check)).id).toBe('was_the_rota_told_3')
  })

  test('are asked of the changes that their filter names', async () => {
    await insertChange(database.db, 'CHG-11', { risk: 'high' })
    await insertChange(database.db, 'CHG-12', { risk: 'low' })
    await insertIncident(database.db, 'INC-12', 'CHG-12')
    const create = async (filter: string) => (await createReviewCheck(ctx(), { ...check, filter })).id
    const ofHigh = await create('risk = high')
    const ofIncident = await create('has_incident = true')
    const asked = await readAskedChecks(database.db, ['CHG-11', 'CHG-12'])
    const listAsked = (number: string) =>
      asked(number).flatMap(({ check }) => ([ofHigh, ofIncident].includes(check) ? check : []))
    expect([listAsked('CHG-11'), listAsked('CHG-12')]).toEqual([[ofHigh], [ofIncident]])
    await expect(create('risk = huge')).rejects.toMatchObject({ details: [{ field: 'filter' }] })
  })

  test('are asked of stakeholders, at most three at once', async () => {
    await insertChange(database.db, 'CHG-13')
    const ofStakeholders = { ...check, asked_of: 'stakeholder' as const }
    const refused = { details: [{ field: 'is_active' }] }
    await expect(createReviewCheck(ctx(), ofStakeholders)).rejects.toMatchObject(refused)
    const { id } = await createReviewCheck(ctx(), { ...ofStakeholders, is_active: false })
    await expect(updateReviewCheck(ctx(), id, ofStakeholders)).rejects.toMatchObject(refused)
    await deleteReviewCheck(ctx(), 'next_time')
    await updateReviewCheck(ctx(), id, ofStakeholders)
    const listOf = async (of?: 'stakeholder') =>
      (await readAskedChecks(database.db, ['CHG-13'], of))('CHG-13').map((one) => one.check)
    expect(await listOf('stakeholder')).toEqual(['works_as_promised', 'disturbed_work', id])
    expect(await listOf()).not.toContain(id)
  })

  test.each([
    [{ kind: 'choice' as const, options: ['One'] }, 'options'],
    [{ options: ['One', 'Two'] }, 'options'],
    [{ expected: 'not_applicable' }, 'expected'],
    [{ kind: 'text' as const, expected: 'Yes' }, 'expected'],
    [{ asked_of: 'stakeholder' as const, is_required: true }, 'is_required'],
  ])('are refused with %j', (wrong, field) => {
    expect(NewReviewCheck.safeParse({ ...check, expected: null, ...wrong }).error?.issues).toMatchObject([
      { path: [field] },
    ])
  })
})

describe('the preview of a rule', () => {
  beforeAll(async () => {
    await database.db.delete(changes)
    const quiet = { risk: 'low', closeCode: 'successful' } as const
    await insertChange(database.db, 'CHG-1', { ...quiet, risk: 'moderate', actualEnd: '2026-03-01T02:10:00.000Z' })
    await insertChange(database.db, 'CHG-2', { ...quiet, risk: 'moderate', closeCode: 'failed', state: 'closed' })
    await insertChange(database.db, 'CHG-3', { ...quiet, actualEnd: '2026-03-01T02:00:00.000Z' })
    await insertChange(database.db, 'CHG-4', { risk: 'moderate', state: 'implement', actualEnd: null })
    await insertChange(database.db, 'CHG-5', { risk: 'moderate', isStub: true })
    await insertIncident(database.db, 'INC-1', 'CHG-3')
  })

  test('lists what a new rule would have matched, and what no other rule matches', async () => {
    expect(await previewPolicyRule(ctx(), { id: null, rule: newRule })).toEqual({
      open_reviews: { raised: { count: 0, changes: [] }, kept: { count: 0, changes: [] } },
      considered: 3,
      picked: 2,
      picked_alone: 1,
      changes: [
        { number: 'CHG-2', title: 'Change CHG-2', ended_at: '2026-03-01T02:55:00.000Z', reason: 'Risk rated moderate' },
        { number: 'CHG-1', title: 'Change CHG-1', ended_at: '2026-03-01T02:10:00.000Z', reason: 'Risk rated moderate' },
      ],
    })
    expect((await readRules(database.db)).length).toBe(defaultRules.length)
  })

  test('evaluates an edited rule in place of the saved one, as active', async () => {
    const rule = {
      ...newRule,
      is_active: false,
      conditions: { ...newRule.conditions, risks: [], incident_priority: 2 },
    }
    expect(await previewPolicyRule(ctx(), { id: 'rule_incident', rule })).toMatchObject({
      picked: 1,
      picked_alone: 1,
      changes: [{ number: 'CHG-3', reason: 'P2 incident INC-1 linked' }],
    })
  })
})
