import { inArray, sql } from 'drizzle-orm'
import { pseudonymPattern } from '#lib/ledger/replayed-fields.ts'
import { readPortionsOfActions } from '#server/improvements/parts-of-actions.ts'
import { type ResolvedPerson, resolvePeople } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { personKeys, users } from '#server/schema/directory.ts'
import { partsOfActions } from '#server/schema/improvements.ts'
import { reviewParts } from '#server/schema/reviews.ts'
import { listParts, readPortions } from './parts-of-history.ts'

type Named = { readonly kind: string; readonly person: string }
type PartRow = Named & { readonly accounts: readonly string[]; readonly since: string }

/** A record, such as `Change CHG1`, with the parts that its history shows, and those that are recorded. */
type PartedRecord = {
  readonly name: string
  readonly shown: readonly Named[]
  readonly recorded: readonly PartRow[]
  /** True if another history shows parts of it, too. */
  readonly isPartial?: boolean
}

/**
 * Compares the recorded parts with the history, which shows each act. Returns a sentence for each part that is missing,
 * that no act shows, or that lacks an account of its person or has that of another. Names at most `maxNamed` parts.
 */
export async function verifyParts(db: Queryable, maxNamed = 100): Promise<string[]> {
  const faults: string[] = []
  for await (const portion of readRecords(db)) {
    for (const { name, shown, recorded, isPartial } of portion) {
      for (const part of listUnmatched(shown, recorded)) faults.push(`${describePart(name, part)} is not recorded.`)
      const added = isPartial ? [] : listUnmatched(recorded, shown)
      for (const { kind, person } of added.filter(({ person }) => !isPseudonym.test(person)))
        faults.push(`${name}: no act shows the part of ${person} (${kind}).`)
    }
    faults.push(...(await listWrongAccounts(db, portion)))
    if (faults.length > maxNamed) return faults.slice(0, maxNamed)
  }
  return faults
}

/** Reads all records in which somebody took part, some at a time. */
async function* readRecords(db: Queryable): AsyncGenerator<PartedRecord[]> {
  for await (const portion of readPortions(db)) {
    const numbers = portion.map(({ change }) => change.number)
    const rows = await db.select().from(reviewParts).where(inArray(reviewParts.changeNumber, numbers))
    const recorded = Map.groupBy(rows, ({ changeNumber }) => changeNumber)
    yield portion.map(({ change, history }) => ({
      name: `Change ${change.number}`,
      shown: listParts(change, history).filter(({ person }) => person.trim() !== ''),
      recorded: recorded.get(change.number) ?? [],
      // A review that an undo deleted leaves parts, whose acts are in its own history.
      isPartial: change.reference === null,
    }))
  }
  for await (const portion of readPortionsOfActions(db)) {
    const rows = await db.select().from(partsOfActions).where(inArray(partsOfActions.action, portion.ids))
    const shown = Map.groupBy(portion.shown, ({ action }) => action)
    const recorded = Map.groupBy(rows, ({ action }) => action)
    yield portion.ids.map((id) => ({
      name: `Action ${id}`,
      shown: shown.get(id) ?? [],
      recorded: recorded.get(id) ?? [],
    }))
  }
}

const isPseudonym = new RegExp(pseudonymPattern)

const describePart = (record: string, { kind, person }: Named) => `${record}: the part of ${person} (${kind})`

/** Kinds of parts in which a name names the person, which an erasure may leave in the history, as an ordinary phrase. */
const namingKinds: ReadonlySet<string> = new Set(['implemented', 'owned', 'did', 'closed'])

const listUnmatched = <Part extends Named>(parts: readonly Part[], others: readonly Named[]): Part[] => {
  const known = new Set(others.map(({ kind, person }) => `${kind} ${person}`))
  const erased = new Set(others.flatMap(({ kind, person }) => (isPseudonym.test(person) ? [kind] : [])))
  const isErased = (kind: string) => namingKinds.has(kind) && erased.has(kind)
  return parts.filter(({ kind, person }) => !known.has(`${kind} ${person}`) && !isErased(kind))
}

/** Lists parts with other accounts than those that are the same person, as no identity of them was written since. */
async function listWrongAccounts(db: Queryable, records: readonly PartedRecord[]): Promise<string[]> {
  const rows = records.flatMap(({ name, recorded }) => recorded.map((row) => ({ ...row, name })))
  const people = await resolvePeople(
    db,
    rows.map(({ person }) => person),
  )
  const faults: string[] = []
  for (const row of rows) {
    const person = people.get(row.person)
    if (!person || isPseudonym.test(row.person)) continue
    const lacking = person.accounts.filter((id) => !row.accounts.includes(id))
    const added = row.accounts.filter((id) => !person.accounts.includes(id))
    const known = { ...person, accounts: [...person.accounts, ...added] }
    if (lacking.length + added.length === 0 || !(await hasKnownIdentity(db, row, known))) continue
    if (lacking.length > 0) faults.push(`${describePart(row.name, row)} lacks ${lacking.join(', ')}.`)
    if (added.length > 0) faults.push(`${describePart(row.name, row)} has ${added.join(', ')}, who is another person.`)
  }
  return faults
}

/**
 * True if no identity of a person was written since a part was recorded, and nobody came who shares a user name or
 * number with them, which may then be a placeholder of many.
 */
async function hasKnownIdentity(db: Queryable, { since }: PartRow, { emails, accounts: ids }: ResolvedPerson) {
  const { rows } = await db.execute(sql`
    with own as (select u.* from users u where lower(u.email) in (select lower(one) from unnest(${sql.param([...emails])}::text[]) one
      union select a.email from accounts a where a.id = any(${sql.param([...ids])}::text[])))
    select 1 from audit_events e where e.at >= ${since}::timestamptz and (
      e.entity_type = 'account' and e.entity_id = any(${sql.param([...ids])}::text[])
      or e.entity_type = 'user' and e.entity_id in (select id from own))
    union all select 1 from accounts a where a.id = any(${sql.param([...ids])}::text[]) and a.created_at >= ${since}::timestamptz
    union all select 1 from own join ${users} on ${personKeys(users.name, users.userName, users.employeeNumber)} && person_keys(null, own.user_name, own.employee_number)
      where ${users.createdAt} >= ${since}::timestamptz
    limit 1`)
  return rows.length === 0
}
