import type { Improvement, NewImprovement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Context } from '#server/context.ts'
import { type PlannedWrite, perform } from '#server/db/planned-write.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { rowParameters, withRow } from '#server/db/with-row.ts'
import { differences, eventParameters, withEvent } from '#server/history/commands.ts'
import { newId } from '#server/ids.ts'
import { type Notice, noticeParameters, withNotice } from '#server/notifications/notify.ts'
import { nothingShown } from './move-improvement.ts'
import type { VersionedImprovement } from './queries.ts'

/** Registers an improvement action. */
export async function createImprovement(ctx: Context, input: NewImprovement): Promise<VersionedImprovement> {
  const { improvement, write } = planImprovement(ctx, input)
  await perform(ctx.db, write)
  return improvement
}

type PlannedImprovement = { readonly improvement: VersionedImprovement; readonly write: PlannedWrite }

/** A new improvement action, which starts as open, and how it is registered, with its history and what its owner is told. */
export function planImprovement(ctx: Context, input: NewImprovement): PlannedImprovement {
  const id = newId('imp', ctx.now)
  const at = ctx.now.toISOString()
  const recorded = {
    id,
    title: input.title,
    description: input.description ?? null,
    source_type: input.source_type,
    source_ref: input.source_ref,
    owner: input.owner,
    target_date: input.target_date,
    category: input.category ?? null,
    priority: input.priority ?? null,
    status: 'open' as const,
    ...unset,
  }
  const improvement = { ...recorded, former_owners: [], created_at: at, updated_at: at, version: 1 }
  const event = eventParameters(ctx, 'create', 'improvement', id, differences({}, recorded))
  const notice = noticeParameters(ctx, recorded.owner, ownershipOf(recorded))
  const write: PlannedWrite = {
    shape: {
      key: notice ? 'create an improvement and tell its owner' : 'create an improvement',
      values: { ...rowParameters(rowPrefix, rowOf(improvement)), ...event, ...notice },
    },
    list: 'improvements',
    parts: (db, cause) => [
      withRow(db, 'improvement', improvements, rowPrefix, cause),
      ...withEvent(db, 'improvements', cause, { inserted: 1 }),
      ...(notice ? [withNotice(db, cause)] : []),
    ],
  }
  return { improvement, write }
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

/** What a new improvement does not have yet. */
const unset = { ...nothingShown, look_since: null, look_reason: null }

const rowPrefix = 'improvement_'

const rowOf = (improvement: VersionedImprovement): typeof improvements.$inferSelect => ({
  id: improvement.id,
  title: improvement.title,
  description: improvement.description,
  sourceType: improvement.source_type,
  sourceRef: improvement.source_ref,
  owner: improvement.owner,
  formerOwners: [],
  targetDate: improvement.target_date,
  category: improvement.category,
  priority: improvement.priority,
  status: improvement.status,
  evidence: improvement.evidence,
  doneAt: improvement.done_at,
  doneBy: improvement.done_by,
  verifiedAt: improvement.verified_at,
  verifiedBy: improvement.verified_by,
  recheckOn: improvement.recheck_on,
  lookSince: improvement.look_since,
  lookReason: improvement.look_reason,
  lookedAt: null,
  escalatedAt: null,
  origin: 'entry',
  version: improvement.version,
  createdAt: improvement.created_at,
  updatedAt: improvement.updated_at,
})
