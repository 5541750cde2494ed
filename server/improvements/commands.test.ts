import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ImprovementEdit } from '#lib/contracts/app/improvements.ts'
import { findDeletionOr404 } from '#server/pages/page-context.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { newAction } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { deleteImprovement, updateImprovement } from './commands.ts'
import { createImprovement } from './create-improvement.ts'
import { getImprovement } from './queries.ts'

const database = provideTestDatabase()

const later = new Date('2026-03-11T08:00:00Z')
const ctx = (now = testNow) => testContext(database.db, undefined, now)
const addImprovement = () =>
  createImprovement(ctx(), newAction('PIR-2026-0042', { owner: 'ines@hindsight.example', category: 'testing' }))
const findLastEvent = async (id: string) => (await readRows(database.db, auditEvents, { entityId: id })).at(-1)

describe('updateImprovement', () => {
  test('writes every field that people may edit and leaves the rest unchanged', async () => {
    const before = await addImprovement()
    const edit = {
      title: 'Rehearse major upgrades',
      description: 'On a full copy.',
      owner: 'tomas@hindsight.example',
      target_date: '2026-06-30',
      category: null,
      priority: 'high',
      status: 'in_progress',
    } as const
    const after = await updateImprovement(ctx(later), before.id, edit)
    const former = { former_owners: [before.owner] }
    expect(after).toEqual({ ...before, ...edit, ...former, version: 2, updated_at: later.toISOString() })
    expect(await getImprovement(ctx(), before.id)).toEqual(after)
    expect(Object.keys((await findLastEvent(before.id))?.changes ?? {}).toSorted()).toEqual(
      Object.keys(edit).toSorted(),
    )
  })

  test('clears a value by null and leaves absent fields unchanged', async () => {
    const { id } = await addImprovement()
    await updateImprovement(ctx(), id, { description: 'Soon gone' })
    expect(await updateImprovement(ctx(), id, { description: null })).toMatchObject({
      description: null,
      title: 'Rehearse upgrades',
    })
  })

  test('changes nothing, including version and history, if the values are the same', async () => {
    const before = await addImprovement()
    expect(await updateImprovement(ctx(later), before.id, { title: before.title, status: 'open' })).toEqual(before)
    expect((await findLastEvent(before.id))?.action).toBe('create')
  })

  test('accepts one of many concurrent writes with the same version', async () => {
    const { id } = await addImprovement()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => updateImprovement(ctx(later), id, { title: `Title ${index}` }, [1])),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(refused).toEqual(Array(7).fill('precondition_failed'))
    expect((await getImprovement(ctx(), id)).version).toBe(2)
  })
})

describe('updateImprovement by an owner without the role reviewer', () => {
  const owner = testPerson('viewer', 'acc_ines')
  const edit = (id: string, values: ImprovementEdit, person = owner) =>
    updateImprovement(testContext(database.db, person, later), id, values)

  test('starts it, sets it to done with evidence, corrects that and takes it back', async () => {
    const { id } = await addImprovement()
    await updateImprovement(ctx(), id, { owner: ' Ines@Hindsight.example' })
    expect(await edit(id, { status: 'in_progress' })).toMatchObject({ status: 'in_progress' })
    const done = { status: 'done', evidence: 'Test run 12' } as const
    expect(await edit(id, done)).toMatchObject({ ...done, done_by: owner.email })
    expect(await edit(id, { evidence: 'Test run 13' })).toMatchObject({ status: 'done', evidence: 'Test run 13' })
    const back = { status: 'in_progress', reason: 'The run was of another system.' } as const
    expect(await edit(id, back)).toMatchObject({ status: 'in_progress', evidence: null })
  })

  const others: readonly ImprovementEdit[] = [
    { title: 'Less to do' },
    { description: null },
    { owner: 'tomas@hindsight.example' },
    { target_date: '2027-05-29' },
    { category: null },
    { priority: 'low' },
    { status: 'cancelled', reason: 'No time' },
    { status: 'in_progress', title: 'Less to do' },
  ]
  test.for(others)('may not write %j', async (values) => {
    const before = await addImprovement()
    await expect(edit(before.id, values)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await getImprovement(ctx(), before.id)).toEqual(before)
  })

  test('neither verifies it nor touches what somebody else has verified', async () => {
    const { id } = await addImprovement()
    await edit(id, { status: 'done', evidence: 'Test run 12' })
    const verified = { status: 'verified', recheck_on: '2026-06-01' } as const
    await expect(edit(id, verified)).rejects.toMatchObject({ code: 'forbidden' })
    await updateImprovement(ctx(), id, verified)
    for (const values of [{ evidence: 'Test run 14' }, { status: 'in_progress', reason: 'Again' }] as const) {
      await expect(edit(id, values)).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  test('writes no action of somebody else, also not one that was theirs or is of a namesake', async () => {
    const { id } = await addImprovement()
    const namesake = { ...testPerson('viewer', 'acc_other'), name: owner.name }
    await expect(edit(id, { status: 'in_progress' }, namesake)).rejects.toMatchObject({ code: 'forbidden' })
    await updateImprovement(ctx(), id, { owner: 'tomas@hindsight.example' })
    await expect(edit(id, { status: 'in_progress' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('deleteImprovement', () => {
  test('deletes an open one; the history keeps its fields', async () => {
    const { id } = await addImprovement()
    await deleteImprovement(ctx(later), id)
    await expect(getImprovement(ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await findDeletionOr404(ctx(), 'improvement', id)).toMatchObject({ isByRetention: false })
    expect(await findLastEvent(id)).toMatchObject({
      action: 'delete',
      entityType: 'improvement',
      changes: {
        title: { from: 'Rehearse upgrades', to: null },
        source_ref: { from: 'PIR-2026-0042', to: null },
        owner: { from: 'ines@hindsight.example', to: null },
        target_date: { from: '2026-05-29', to: null },
        category: { from: 'testing', to: null },
        status: { from: 'open', to: null },
      },
    })
  })

  test.each(['in_progress', 'done', 'verified', 'cancelled'] as const)(
    'does not delete one that is %s',
    async (status) => {
      const { id } = await addImprovement()
      await database.db.update(improvements).set({ status }).where(eq(improvements.id, id))
      await expect(deleteImprovement(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
      expect(await getImprovement(ctx(), id)).toMatchObject({ status })
    },
  )
})
