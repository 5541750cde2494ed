import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testNow } from '#server/platform/runtime/testing-context.ts'
import { auditEvents } from '#server/schema/access.ts'
import { improvements } from '#server/schema/improvements.ts'
import { deleteImprovement, updateImprovement } from './commands.ts'
import { createImprovement } from './create-improvement.ts'
import { getImprovement } from './queries.ts'

const database = provideTestDatabase()

const later = new Date('2026-03-11T08:00:00Z')
const ctx = (now = testNow) => testContext(database.db, undefined, now)
const addImprovement = () =>
  createImprovement(ctx(), {
    title: 'Rehearse upgrades',
    source_type: 'pir',
    source_ref: 'PIR-2026-0042',
    owner: 'ines@hindsight.example',
    target_date: '2026-05-29',
    category: 'testing',
  })
const lastEventOf = async (id: string) => {
  const events = await database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.entityId, id))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
  return events[0]
}

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
    expect(Object.keys((await lastEventOf(before.id))?.changes ?? {}).toSorted()).toEqual(Object.keys(edit).toSorted())
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
    expect((await lastEventOf(before.id))?.action).toBe('create')
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

  test('throws `not_found` for an unknown improvement', async () => {
    await expect(updateImprovement(ctx(), 'imp_none', {})).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('deleteImprovement', () => {
  test('deletes an open one; the history keeps its fields', async () => {
    const { id } = await addImprovement()
    await deleteImprovement(ctx(later), id)
    await expect(getImprovement(ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await lastEventOf(id)).toMatchObject({
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

  test('throws `not_found` for an unknown or deleted improvement', async () => {
    const { id } = await addImprovement()
    await deleteImprovement(ctx(), id)
    await expect(deleteImprovement(ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
