import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { controlRequirements } from '#lib/domain/controls/requirements.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { listHistory } from '#server/history/queries.ts'
import { createAudit, drawAudit, updateAuditChange } from '#server/insights/audits/commands.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertChange, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { formerNumbers } from '#server/schema/history.ts'
import { settings } from '#server/schema/settings.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { buildAssessmentResults } from './assessment-results.ts'
import { readControls, updateControl } from './control-edits.ts'
import { listAuditControls, listControls, printAuditControls } from './list-controls.ts'

const database = provideTestDatabase()
const ctx = () => testContext(database.db, testPerson('manager'))
const march = { from: '2026-03-01', to: '2026-03-31' }

beforeAll(async () => {
  const people = { requestedBy: 'ria@x.example', approvedBy: 'ada@x.example', assignedTo: 'tom@x.example' }
  await insertChange(database.db, 'CHG-WHOLE', { state: 'closed', ...people, backoutPlan: { steps: [] } })
  await insertChange(database.db, 'CHG-ALONE', { state: 'closed', ...people, approvedBy: 'TOM@x.example' })
  await insertOwed(database.db, 'CHG-FAST', {}, { state: 'closed', type: 'emergency', assignedTo: null })
  await insertChange(database.db, 'CHG-OPEN', { ...people })
  await insertChange(database.db, 'CHG-EARLY', { state: 'closed', actualEnd: '2026-02-28T23:00:00.000Z' })
})

const findControl = async (id: string) => (await listControls(ctx(), march)).find((control) => control.id === id)

/** Counts the changes in the list of a link. */
async function countListed(href: string | null): Promise<number> {
  const query = new URL(href ?? '', 'http://hindsight.example').searchParams.get('query') ?? ''
  return (await listQueue(ctx(), { query, page: 1, limit: 1 })).total
}

test('proposes only filters that can be read', () => {
  for (const { id, applies, evidence } of controlRequirements) {
    for (const filter of [applies, evidence]) {
      if (filter !== null) expect(parseFilter(filter, queueFields), `${id}: ${filter}`).toMatchObject({ ok: true })
    }
  }
})

test('counts the closed changes of the period that show a requirement', async () => {
  expect(await findControl('dora_17_1_b')).toMatchObject({ applies_count: 3, shown_count: 1 })
  expect(await findControl('dora_17_1_e')).toMatchObject({ applies_count: 3, shown_count: 1 })
  expect(await findControl('dora_17_1_f')).toMatchObject({ applies_count: 1, shown_count: 1 })
  expect(await findControl('dora_17_1_g')).toMatchObject({ applies_count: 1, shown_count: 0 })
  expect(await findControl('dora_17_1_a')).toMatchObject({ applies_count: 3, shown_count: 0, shown_list: null })
})

test('every count opens a list with as many changes', async () => {
  for (const control of await listControls(ctx(), march)) {
    const { id, applies_count: count, shown_count: shown } = control
    expect(await countListed(control.applies_list), id).toBe(count)
    if (control.evidence === null) continue
    expect(await countListed(control.shown_list), id).toBe(shown)
    expect(await countListed(control.missing_list), id).toBe(count - shown)
  }
})

test('a manager decides what shows a requirement, and the history records it', async () => {
  const edit = { applies: 'type = emergency', evidence: 'title ~ "CHG"', note: 'The security team keeps a list.' }
  await updateControl(ctx(), 'dora_17_1_a', edit)
  await updateControl(ctx(), 'dora_17_1_a', edit)
  expect(await findControl('dora_17_1_a')).toMatchObject({ ...edit, applies_count: 1, updated_by: ctx().actor.name })
  const { rows } = await listHistory(ctx(), { page: 1, limit: 10 })
  const entries = rows.filter(({ entity_type: type }) => type === 'control')
  expect(entries).toMatchObject([
    { entity_id: 'DORA RTS 2024/1774, art. 17(1)(a)', changes: { evidence: { from: null, to: edit.evidence } } },
  ])
})

test('refuses what is no filter, and names it', async () => {
  const wrong = { applies: null, evidence: 'backup = true', note: null }
  await expect(updateControl(ctx(), 'dora_17_1_e', wrong)).rejects.toThrow(/evidence is no filter: .*backup/)
})

test('a filter whose field is gone is a fault of its requirement, and hides no other', async () => {
  const edit = { applies: null, evidence: 'former_field = 1', note: null, updated_by: 'Ada', updated_at: '2026-01-01' }
  const value = { dora_17_1_d: edit, gone_requirement: { applies: null } }
  const stored = { value, updatedAt: '2026-01-01T00:00:00.000Z', updatedBy: 'Ada' }
  const [before] = await database.db.delete(settings).where(eq(settings.key, 'controls')).returning()
  await database.db.insert(settings).values({ key: 'controls', ...stored })
  expect(await findControl('dora_17_1_d')).toMatchObject({
    fault: expect.stringMatching(/^evidence is no filter: .*former_field/),
    applies_count: 0,
    missing_list: null,
  })
  expect(await findControl('dora_17_1_f')).toMatchObject({ fault: null, applies_count: 1 })
  await updateControl(ctx(), 'dora_17_1_d', { applies: null, evidence: 'has_plan = true', note: null })
  expect((await readControls(database.db)).stored).toHaveProperty('gone_requirement')
  await database.db.delete(settings).where(eq(settings.key, 'controls'))
  if (before) await database.db.insert(settings).values(before)
})

test('the result of an audit is valid by the schema of OSCAL, with the same identifiers each time', async () => {
  const stated = { name: 'March', ...march, method: 'all', seed: 'dice' } as const
  const { id } = await createAudit(ctx(), stated)
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'oscal/assessment-results.schema.json'), 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: true })
  addFormats.default(ajv)
  const isValid = ajv.compile(schema)
  const before = await buildAssessmentResults(ctx(), id)
  expect(isValid(before), JSON.stringify(isValid.errors)).toBe(true)
  await drawAudit(ctx(), id)
  await updateAuditChange(ctx(), { id, number: 'CHG-FAST' }, { state: 'exception', note: 'Nobody approved it.' })
  const after = await buildAssessmentResults(ctx(), id)
  expect(isValid(after), JSON.stringify(isValid.errors)).toBe(true)
  const [result] = after['assessment-results'].results
  // Three changes, and each requirement that a filter shows: nothing is judged, so nothing is a finding.
  expect(result?.observations?.filter(({ title }) => title.startsWith('CHG-'))).toHaveLength(3)
  expect(result).not.toHaveProperty('findings')
  expect(result?.observations?.find(({ title }) => title === 'CHG-FAST')?.remarks).toBe(
    'State: exception. Nobody approved it.',
  )
  const independence = result?.observations?.find(({ title }) => title.endsWith('17(1)(b)'))
  expect(independence?.description).toContain(
    ' 1 of 3 drawn changes match the filter: has_independent_approver = true.',
  )
  expect(independence?.remarks).toMatch(/^Not: CHG-\w+, CHG-\w+\. Whether that suffices is for a person to judge\.$/)
  expect(await buildAssessmentResults(ctx(), id)).toEqual(after)

  // A change that is no longer recorded proves nothing, and a renumbered one is the same change.
  await database.db.update(changes).set({ number: 'CHG-MOVED' }).where(eq(changes.number, 'CHG-WHOLE'))
  await database.db.insert(formerNumbers).values({
    entityType: 'change',
    former: 'CHG-WHOLE',
    number: 'CHG-MOVED',
    lastAt: '2100-01-01T00:00:00.000Z',
    lastId: 'evt_last',
  })
  await database.db.delete(changes).where(eq(changes.number, 'CHG-ALONE'))
  const { controls } = await listAuditControls(ctx(), id)
  const independent = controls.find((control) => control.id === 'dora_17_1_b')
  expect(independent).toMatchObject({ applies_count: 2, shown_count: 1, missing: ['CHG-FAST', 'CHG-ALONE'] })
  const { observations } = (await buildAssessmentResults(ctx(), id))['assessment-results'].results[0] ?? {}
  expect(observations?.find(({ title }) => title.endsWith('(e)'))?.description).toContain(
    'Not recorded any more: 1 drawn change.',
  )
  await updateControl(ctx(), 'dora_17_1_a', { applies: null, evidence: null, note: null })
  const [, first = ''] = (await printAuditControls(ctx(), id)).split('\r\n')
  expect(first).not.toContain('CHG-')
})
