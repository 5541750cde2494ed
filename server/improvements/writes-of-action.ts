import { sql } from 'drizzle-orm'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { ActionWrite } from '#lib/domain/four-eyes/action-four-eyes.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'

type ActionWriteRow = {
  readonly action: string
  readonly kind: ActionWrite['kind']
  readonly changes: FieldChanges
  /** The account that wrote it, or that issued the token; the connection or command if no person wrote it. */
  readonly accountId: string
  /** E-mail of that account; null if it is no account. */
  readonly email: string | null
}

type OwnedAction = Pick<Improvement, 'id' | 'owner' | 'former_owners'>

/**
 * Reads the writes to actions that the four-eyes rule considers: the history of each action, by an index, and its
 * current owners, since an import does not write the first owner to the history.
 */
export async function readWritesOfActions<Action extends OwnedAction>(
  db: Queryable,
  actions: readonly Action[],
): Promise<{ readonly action: Action; readonly writes: ActionWrite[] }[]> {
  const { rows } = await db.execute<ActionWriteRow>(sql`
    select entry.entity_id as action, entry.actor_kind as kind, entry.changes, writer.id as "accountId", account.email
    from audit_events entry
    cross join lateral (
      select coalesce(
        (
          select issued.actor_id from audit_events issued
          where issued.entity_type = 'api_token' and issued.entity_id = entry.actor_id and issued.action = 'create'
        ),
        entry.actor_id
      ) as id
    ) writer
    left join accounts account on account.id = writer.id
    where entry.entity_type = 'improvement' and entry.entity_id = any(${sql.param(actions.map(({ id }) => id))}::text[])
    order by entry.at, entry.id`)
  const rowsByAction = Map.groupBy(rows, ({ action }) => action)
  return actions.map((action) => ({
    action,
    writes: [
      ...(rowsByAction.get(action.id) ?? []).map(({ kind, changes, accountId, email }) => ({
        kind,
        changes,
        writers: [{ accountId, ...(email !== null && { text: email }) }],
      })),
      ...[action.owner, ...action.former_owners].map(
        (to) => ({ kind: 'system', writers: [], changes: { owner: { from: null, to } } }) as const,
      ),
    ],
  }))
}

/** Reads the writes to one action that the four-eyes rule considers. */
export const readWritesOfAction = async (db: Queryable, action: OwnedAction): Promise<ActionWrite[]> =>
  (await readWritesOfActions(db, [action])).flatMap(({ writes }) => writes)
