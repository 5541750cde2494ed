import { sql } from 'drizzle-orm'
import type { Improvement, NewImprovement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { foldNowAndThen } from '#server/db/list-version.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { runShaped } from '#server/db/statement.ts'
import { retryConflicts } from '#server/db/transaction.ts'
import { differences, eventParameters, withEvent } from '#server/history/commands.ts'
import { newId } from '#server/ids.ts'
import { type Notice, noticeParameters, withNotice } from '#server/notifications/notify.ts'
import { improvementColumns } from './columns.ts'
import type { VersionedImprovement } from './queries.ts'

/** Registers an improvement action; it starts as open. One statement with its history and what its owner is told. */
export async function createImprovement(ctx: Context, input: NewImprovement): Promise<VersionedImprovement> {
  const { description = null, category = null, priority = null, ...given } = input
  const at = ctx.now.toISOString()
  const id = newId('imp', ctx.now)
  const row = { ...given, id, description, category, priority, status: 'open' as const }
  const event = eventParameters(ctx, 'create', 'improvement', id, differences({}, { ...unset, ...row }))
  const notice = noticeParameters(ctx, row.owner, ownershipOf(row))
  const shape = {
    key: notice ? 'create an improvement and tell its owner' : 'create an improvement',
    values: { ...row, created_at: at, ...event, ...notice },
  }
  const write = () => runShaped<VersionedImprovement>(ctx.db, shape, () => creation(ctx.db, notice !== null))
  const [created] = await retryConflicts(ctx.db, write)
  if (!created) throw new Error('The improvement was not stored.')
  await foldNowAndThen(ctx.db, 'improvements')
  return created
}

/** What the owner of an improvement is told. */
export const ownershipOf = ({
  id,
  title,
  target_date: due,
}: Pick<Improvement, 'id' | 'title' | 'target_date'>): Notice => ({
  kind: 'action_assigned',
  title: `You own: ${title}`,
  body: `The improvement action is due on ${due}.`,
  path: pagePaths.improvement(id),
})

/** The fields of the history that a new improvement does not have yet. */
const { version: _version, created_at: _created, updated_at: _updated, ...recorded } = improvementColumns
const unset = Object.fromEntries(Object.keys(recorded).map((field) => [field, null]))

function creation(db: Queryable, isTold: boolean) {
  const value = (name: keyof typeof improvementColumns) => sql.placeholder(name)
  const created = db.$with('created').as(
    db
      .insert(improvements)
      .values({
        id: value('id'),
        title: value('title'),
        description: value('description'),
        sourceType: value('source_type'),
        sourceRef: value('source_ref'),
        owner: value('owner'),
        targetDate: value('target_date'),
        category: value('category'),
        priority: value('priority'),
        status: 'open',
        origin: 'entry',
        createdAt: value('created_at'),
        updatedAt: value('created_at'),
      })
      .returning(improvementColumns),
  )
  const beside = [...withEvent(db, 'improvements', created, 1), ...(isTold ? withNotice(db, created) : [])]
  return {
    query: db
      .with(created, ...beside)
      .select()
      .from(created),
    fields: improvementColumns,
  }
}
