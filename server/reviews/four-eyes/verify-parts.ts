import { asc, inArray, sql } from 'drizzle-orm'
import { pseudonymPattern } from '#lib/ledger/replayed-fields.ts'
import { type ResolvedPerson, resolvePeople } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { personKeys, users } from '#server/schema/directory.ts'
import { reviewParts } from '#server/schema/reviews.ts'
import { listParts, readPortions } from './parts-of-history.ts'

type PartRow = typeof reviewParts.$inferSelect

/**
 * Compares the recorded parts with the history, which shows each act. Returns a sentence for each part that is missing,
 * that no act shows, or that lacks an account of its person or has that of another. Names at most `maxNamed` parts.
 */
export async function verifyParts(db: Queryable, maxNamed = 100): Promise<string[]> {
  const faults: string[] = []
  for await (const portion of readPortions(db)) {
    const numbers = portion.map(({ change }) => change.number)
    const isOfPortion = inArray(reviewParts.changeNumber, numbers)
    const rows = await db.select().from(reviewParts).where(isOfPortion).orderBy(asc(reviewParts.position))
    const rowsByChange = Map.groupBy(rows, ({ changeNumber }) => changeNumber)
    for (const { change, history } of portion) {
      const recorded = rowsByChange.get(change.number) ?? []
      const shown = listParts(change, history).filter(({ person }) => person.trim() !== '')
      for (const part of listUnmatched(shown, recorded)) faults.push(`${describePart(part)} is not recorded.`)
      // A review that an undo deleted leaves parts, whose acts are in its own history.
      const added = change.reference === null ? [] : listUnmatched(recorded, shown)
      for (const { kind, person } of added.filter(({ person }) => !isPseudonym.test(person)))
        faults.push(`Change ${change.number}: no act shows the part of ${person} (${kind}).`)
    }
    faults.push(...(await listWrongAccounts(db, rows)))
    if (faults.length > maxNamed) return faults.slice(0, maxNamed)
  }
  return faults
}

const isPseudonym = new RegExp(pseudonymPattern)

type Named = Pick<PartRow, 'changeNumber' | 'kind' | 'person'>

const describePart = ({ changeNumber, kind, person }: Named) =>
  `Change ${changeNumber}: the part of ${person} (${kind})`

const listUnmatched = <Part extends Named>(parts: readonly Part[], others: readonly Named[]): Part[] => {
  const known = new Set(others.map(({ kind, person }) => `${kind} ${person}`))
  // An erasure leaves the name of an implementer in the history, where it may be an ordinary phrase.
  const isErased = others.some(({ kind, person }) => kind === 'implemented' && isPseudonym.test(person))
  return parts.filter(({ kind, person }) => !known.has(`${kind} ${person}`) && !(kind === 'implemented' && isErased))
}

/** Lists parts with other accounts than those that are the same person, as no identity of them was written since. */
async function listWrongAccounts(db: Queryable, rows: readonly PartRow[]): Promise<string[]> {
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
    if (lacking.length > 0) faults.push(`${describePart(row)} lacks ${lacking.join(', ')}.`)
    if (added.length > 0) faults.push(`${describePart(row)} has ${added.join(', ')}, who is another person.`)
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
