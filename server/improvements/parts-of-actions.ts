import { sql } from 'drizzle-orm'
import type { Improvement } from '#lib/contracts/improvements.ts'
import {
  type ActionWrite,
  createPartFinder,
  listPeopleTexts,
  type Verifier,
} from '#lib/domain/four-eyes/action-four-eyes.ts'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import { resolvePeople } from '#server/people/resolve-people.ts'
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

type PartsOfAction<Action> = {
  readonly action: Action
  readonly writes: readonly ActionWrite[]
  /** Finds the part that a person took in the action, under any of their e-mail addresses; null without one. */
  readonly findPart: (person: Verifier) => string | null
}

/**
 * Reads who took part in actions: by the history of each, and its current owners, since an import does not write the
 * first owner to the history. `stated` is the e-mail address of the person who closed the issues, as a verifier states now.
 */
export async function readPartsOfActions<Action extends OwnedAction>(
  db: Queryable,
  actions: readonly Action[],
  stated: string | null = null,
): Promise<PartsOfAction<Action>[]> {
  const rowsByAction = Map.groupBy(await readWrites(db, actions), ({ action }) => action)
  const histories = actions.map((action) => ({
    action,
    writes: [
      ...(rowsByAction.get(action.id) ?? []).map(({ kind, changes, accountId, email }) => ({
        kind,
        changes,
        writers: [{ accountId, ...(email !== null && { text: email }) }],
      })),
      ...[action.owner, ...action.former_owners].map((owner) => write('system', 'owner', owner)),
      ...(stated === null ? [] : [write('account', 'closed_by', stated)]),
    ],
  }))
  const people = await resolvePeople(db, listPeopleTexts(histories.flatMap(({ writes }) => writes)))
  const named = [...people].flatMap(([text, { emails }]) => emails.map((email) => ({ text, email })))
  const textsByEmail = Map.groupBy(named, ({ email }) => foldPersonText(email))
  return histories.map(({ action, writes }) => {
    const findPart = createPartFinder(writes)
    const findOthers = ({ email }: Verifier) => textsByEmail.get(foldPersonText(email))?.map(({ text }) => text) ?? []
    return { action, writes, findPart: (person) => findPart({ ...person, others: findOthers(person) }) }
  })
}

/** Reads who took part in one action. */
export async function readPartsOfAction(
  db: Queryable,
  action: OwnedAction,
  stated?: string | null,
): Promise<PartsOfAction<OwnedAction>> {
  const [parts] = await readPartsOfActions(db, [action], stated)
  if (!parts) throw new Error('readPartsOfActions returned no entry.')
  return parts
}

const write = (kind: ActionWrite['kind'], field: string, to: string): ActionWrite => ({
  kind,
  writers: [],
  changes: { [field]: { from: null, to } },
})

/** Reads the history of actions, by an index, in the order of time. */
async function readWrites(db: Queryable, actions: readonly OwnedAction[]): Promise<ActionWriteRow[]> {
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
  return rows
}
