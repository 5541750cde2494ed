import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { type ActionWrite, actionParts, listParts } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { matchesPerson, readPerson, readPersonText } from '#lib/domain/four-eyes/same-person.ts'
import { type ResolvedPerson, resolvePeople } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { partsOfActions } from '#server/schema/improvements.ts'

type DatedPart = Pick<typeof partsOfActions.$inferSelect, 'action' | 'kind' | 'person' | 'since'>

const ofTransaction = sql`transaction_id = pg_current_xact_id()`

/**
 * Records the parts that some entries of the history show, by default those of this transaction, each with the accounts
 * that are the same person now. A part that is recorded already stays as it is.
 */
export async function recordActionParts(db: Queryable, entries: SQL = ofTransaction): Promise<void> {
  const resolved = new Map<string, ResolvedPerson>()
  for await (const { shown } of readPortionsOfActions(db, entries)) {
    const unresolved = shown.flatMap(({ person }) => (resolved.has(person) ? [] : [person]))
    for (const [text, person] of await resolvePeople(db, unresolved)) resolved.set(text, person)
    const rows = shown.map((part) => ({ ...part, accounts: resolved.get(part.person)?.accounts ?? [] }))
    if (rows.length === 0) continue
    await db.execute(sql`insert into ${partsOfActions} (action, kind, person, accounts, since)
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as part (action text, kind text, person text, accounts text[], since timestamptz)
      on conflict do nothing`)
  }
}

/** Number of actions that are read together. */
const portion = 2_000

/** Reads the parts that some entries show, by default all, of some actions at a time. */
export async function* readPortionsOfActions(db: Queryable, entries: SQL = sql`true`) {
  for (let last = ''; ; ) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select distinct entity_id as id from audit_events where entity_type = 'improvement' and ${entries}
        and entity_id > ${last}
        and not exists (select from deleted_records where kind = 'improvement' and key = entity_id)
      order by 1 limit ${portion}`)
    const ids = rows.map(({ id }) => id)
    const writes = await readWrites(db, sql`${inArray(auditEvents.entityId, ids)} and ${entries}`)
    const shown = writes.flatMap(({ action, at: since, ...write }): DatedPart[] =>
      listParts(write).map((part) => ({ action, ...part, since })),
    )
    yield { ids, shown }
    if (ids.length < portion) return
    last = ids.at(-1) ?? ''
  }
}

type DatedWrite = ActionWrite & { readonly action: string; readonly at: string }

/**
 * Reads the writes of these entries of the history in the order of time, and the owner that each action has now, as an
 * import does not write the first owner to the history.
 */
async function readWrites(db: Queryable, entries: SQL): Promise<DatedWrite[]> {
  const { rows } = await db.execute<DatedWrite>(sql`
    with entries as materialized (select * from audit_events where entity_type = 'improvement' and ${entries})
    select action, to_json(at) #>> '{}' as at, kind, writer, changes from (
      select entry.entity_id as action, entry.at, entry.id, entry.actor_kind as kind, account.email as writer, entry.changes
      from entries entry
      left join audit_events issued on issued.entity_type = 'api_token' and issued.entity_id = entry.actor_id
        and issued.action = 'create'
      left join accounts account on account.id = coalesce(issued.actor_id, entry.actor_id)
      union all
      select id, created_at, '', 'system', null, json_build_object('owner', json_build_object('to', owner))
      from improvements where id in (select entity_id from entries)
    ) written order by written.at, id`)
  return rows
}

/** Reads the history of an action. */
export const readWritesOf = (db: Queryable, id: string) => readWrites(db, eq(auditEvents.entityId, id))

type Person = { readonly id: string; readonly email: string; readonly name: string }
type NamedPart = Pick<typeof partsOfActions.$inferSelect, 'person'>

/** What identifies a person in recorded parts: accounts, and those of some texts that may mean them now. */
type IdentifiedPerson = { readonly accounts: readonly string[]; readonly texts: readonly string[] }

/** Identifies people by their accounts, and by what is known now of them and of the texts of some parts. */
export async function identifyPeople<Given extends Person>(
  db: Queryable,
  people: readonly Given[],
  parts: readonly NamedPart[],
): Promise<(Given & IdentifiedPerson)[]> {
  const texts = [...new Set(parts.map(({ person }) => person))]
  const known = await db.select({ email: accounts.email }).from(accounts).where(inArray(accounts.email, texts))
  const emails = new Set(known.map(({ email }) => email))
  // The address of an account means those who count as the same person as its owner.
  const unknown = texts.filter((text) => !emails.has(text))
  const resolved = await resolvePeople(db, [...unknown, ...people.map(({ email }) => email)])
  const read = texts.map((text) => ({ text, ids: resolved.get(text)?.accounts, words: readPersonText(text) }))
  return people.map((person) => {
    const own = resolved.get(person.email)
    const folded = readPerson(person)
    const isMeant = ({ text, ids, words }: (typeof read)[number]) =>
      own?.emails.includes(text) || ids?.includes(person.id) || matchesPerson(words, folded)
    return {
      ...person,
      accounts: [person.id, ...(own?.accounts ?? [])],
      texts: read.filter(isMeant).map(({ text }) => text),
    }
  })
}

/** True for a part of a person who was identified with it. */
export const isPartOf = (
  own: IdentifiedPerson,
  { person, accounts: ids }: NamedPart & Pick<IdentifiedPerson, 'accounts'>,
): boolean => own.texts.includes(person) || own.accounts.some((id) => ids.includes(id))

/**
 * Finds the reason why a person may not verify an action, such as `you own or owned it`; null if they took no part.
 * `stated` is the e-mail address of the person who closed its issue, as a verifier states now.
 */
export async function findPart(
  db: Queryable,
  { id, owner }: Pick<Improvement, 'id' | 'owner'>,
  person: Person,
  stated: string | null = null,
): Promise<string | null> {
  const parts = [
    ...(await db.select().from(partsOfActions).where(eq(partsOfActions.action, id))),
    { kind: 'owned' as const, person: owner, accounts: [] },
    ...(stated === null ? [] : [{ kind: 'closed' as const, person: stated, accounts: [] }]),
  ]
  const [own] = await identifyPeople(db, [person], parts)
  const kinds = new Set<string>(parts.filter((part) => own && isPartOf(own, part)).map(({ kind }) => kind))
  return Object.entries(actionParts).find(([kind]) => kinds.has(kind))?.[1].reason ?? null
}
