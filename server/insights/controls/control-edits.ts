import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { controlActions } from '#lib/actions/policy-actions.ts'
import type { ControlEdit } from '#lib/contracts/app/controls.ts'
import { queueFields } from '#lib/contracts/app/queue.ts'
import type { RequirementId } from '#lib/contracts/app/values.ts'
import { FilterQuery } from '#lib/contracts/pages.ts'
import { controlRequirements } from '#lib/domain/controls/requirements.ts'
import { closedChangesHref } from '#lib/domain/metrics/metric-lists.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { storeSetting } from '#server/platform/settings/stored-settings.ts'
import { settings } from '#server/schema/settings.ts'

/** Key of the row with the edits among the settings. */
const key = 'controls'
const Stored = z.record(z.string(), z.unknown())
const Edit = z.object({
  applies: z.string().nullable(),
  evidence: z.string().nullable(),
  note: z.string().nullable(),
  updated_by: z.string(),
  updated_at: z.string(),
})

/**
 * Reads each requirement with its filters: those that managers stored, else those that Hindsight proposes. `version`
 * grows with each edit. `fault` describes a filter whose fields no longer exist. Edits stored by another version of
 * Hindsight are not changed.
 */
export async function readControls(db: Queryable) {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  const edits = Stored.catch({}).parse(row?.value ?? {})
  const controls = controlRequirements.map((requirement) => {
    const edit = Edit.safeParse(edits[requirement.id]).data
    const control = { ...requirement, note: null, updated_by: null, updated_at: null, ...edit }
    const fault = findFault(control)
    return { ...control, fault: fault && `${fault.field} ${fault.text}` }
  })
  return { controls, stored: edits, version: row?.version ?? 0, updatedAt: row?.updatedAt ?? null }
}

type ControlFilters = Pick<ControlEdit, 'applies' | 'evidence'>

/** Describes why the filters cannot be read, alone or joined as a link opens them; null if they can. */
function findFault({
  applies,
  evidence,
}: ControlFilters): { readonly field: keyof ControlFilters; readonly text: string } | null {
  for (const [field, filter] of [['applies', applies] as const, ['evidence', evidence] as const]) {
    const result = filter === null ? null : parseFilter(filter, queueFields)
    if (result?.ok === false) return { field, text: `is no filter: ${result.error.message}` }
  }
  const href = closedChangesHref({ from: '1900-01-01', before: '2100-01-01' }, [
    applies,
    evidence && `NOT (${evidence})`,
  ])
  const joined = new URL(href, 'http://localhost').searchParams.get('query') ?? ''
  const isFilter = FilterQuery.safeParse(joined).success && parseFilter(joined, queueFields).ok
  return isFilter ? null : { field: 'evidence', text: 'is too long together with the other filter' }
}

/** Sets the filters of changes that show a requirement. Throws `invalid_parameter` for a filter that cannot be read. */
export async function updateControl(ctx: Context, id: RequirementId, edit: ControlEdit): Promise<ControlEdit> {
  const fault = findFault(edit)
  if (fault !== null) throw invalidField(fault.field, 'body', fault.text)
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
    const { controls, stored } = await readControls(tx.db)
    const control = controls.find((one) => one.id === id)
    if (!control) return
    const { applies, evidence, note } = control
    const changed = listDifferences({ applies, evidence, note }, edit)
    if (Object.keys(changed).length === 0) return
    const row = { ...edit, updated_by: ctx.actor.name, updated_at: ctx.now.toISOString() }
    await storeSetting(tx, key, { value: { ...stored, [id]: row } })
    await recordEvent(tx, controlActions.update, control.citation, changed)
  })
  return edit
}
