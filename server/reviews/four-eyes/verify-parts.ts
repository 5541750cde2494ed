import { asc, inArray, sql } from 'drizzle-orm'
import { pseudonymPattern } from '#lib/ledger/replayed-fields.ts'
import { type ResolvedPerson, resolvePeople } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { reviewParts } from '#server/schema/reviews.ts'
import { listParts, readPortions } from './parts-of-history.ts'

type PartRow = typeof reviewParts.$inferSelect

/**
 * Compares the recorded parts with the history, which shows each act. Returns a sentence for each part that is missing,
 * that no act shows, or that lacks an account of its person. Names at most `maxNamed` parts.
 */
export async function verifyParts(db: Queryable, maxNamed = 100): Promise<string[]> {
  const faults: string[] = []
  for await (const portion of readPortions(db)) {
    const rows = await db
      .select()
      .from(reviewParts)
      .where(
        inArray(
          reviewParts.changeNumber,
          portion.map(({ change }) => change.number),
        ),
      )
      .orderBy(asc(reviewParts.position))
    const rowsByChange = Map.groupBy(rows, ({ changeNumber }) => changeNumber)
    for (const { change, history } of portion) {
      const recorded = rowsByChange.get(change.number) ?? []
      const shown = listParts(change, history).filter(({ person }) => person.trim() !== '')
      const missing = listUnmatched(shown, recorded)
      // A review that an undo deleted leaves parts, whose acts are in its own history.
      const added = change.reference === null ? [] : listUnmatched(recorded, shown)
      faults.push(
        ...missing.map(
          ({ kind, person }) => `Change ${change.number}: the part of ${person} (${kind}) is not recorded.`,
        ),
        ...added
          .filter(({ person }) => !isPseudonym.test(person))
          .map(({ kind, person }) => `Change ${change.number}: no act shows the part of ${person} (${kind}).`),
      )
    }
    faults.push(...(await listIncomplete(db, rows)))
    if (faults.length > maxNamed) return faults.slice(0, maxNamed)
  }
  return faults
}

const isPseudonym = new RegExp(pseudonymPattern)

type Named = Pick<PartRow, 'kind' | 'person'>

const listUnmatched = <Part extends Named>(parts: readonly Part[], others: readonly Named[]): Part[] => {
  const known = new Set(others.map(({ kind, person }) => `${kind} ${person}`))
  // An erasure leaves the name of an implementer in the history, where it may be an ordinary phrase.
  const isErased = others.some(({ kind, person }) => kind === 'implemented' && isPseudonym.test(person))
  return parts.filter(({ kind, person }) => !known.has(`${kind} ${person}`) && !(kind === 'implemented' && isErased))
}

/** Lists parts that lack an account which was the same person before, as its identity was not written since. */
async function listIncomplete(db: Queryable, rows: readonly PartRow[]): Promise<string[]> {
  const people = await resolvePeople(
    db,
    rows.map(({ person }) => person),
  )
  const incomplete = rows.flatMap((row) => {
    const lacking = people.get(row.person)?.accounts.filter((id) => !row.accounts.includes(id)) ?? []
    return lacking.length > 0 ? [{ row, lacking, person: people.get(row.person) }] : []
  })
  const faults: string[] = []
  for (const { row, lacking, person } of incomplete) {
    if (person && (await hasKnownIdentity(db, row, person)))
      faults.push(`Change ${row.changeNumber}: the part of ${row.person} (${row.kind}) lacks ${lacking.join(', ')}.`)
  }
  return faults
}

/** True if no identity of a person was written since a part was recorded. */
async function hasKnownIdentity(db: Queryable, { since }: PartRow, { emails, accounts: ids }: ResolvedPerson) {
  const { rows } = await db.execute(sql`
    select from audit_events e where e.at >= ${since}::timestamptz and (
      e.entity_type = 'account' and e.entity_id = any(${sql.param([...ids])}::text[])
      or e.entity_type = 'user' and e.entity_id in (select u.id from users u
        where lower(u.email) in (select lower(one) from unnest(${sql.param([...emails])}::text[]) one)))
    limit 1`)
  const later = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`${inArray(accounts.id, [...ids])} and ${accounts.createdAt} >= ${since}::timestamptz`)
    .limit(1)
  return rows.length === 0 && later.length === 0
}
