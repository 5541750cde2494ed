import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '#lib/contracts/endpoint.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { absences, accounts } from '#server/schema/access.ts'
import { settings } from '#server/schema/settings.ts'

/** A person who is away today, and their delegate. */
export type Cover = {
  readonly absent: { readonly id: string; readonly email: string; readonly name: string; readonly role: Role }
  readonly until: string
  readonly delegate: { readonly email: string; readonly name: string }
}

/** Finds the delegate of a person who is away today, in their time zone; null if the delegate left or is away too. */
export async function findCover(db: Queryable, email: string, now: Date): Promise<Cover | null> {
  return (await listCovers(db, now, sql`absent.email = ${email.toLowerCase()}`))[0] ?? null
}

/** Lists the people for whom a person stands in today. */
export const listCoveredBy = (db: Queryable, email: string, now: Date): Promise<Cover[]> =>
  listCovers(db, now, sql`${accounts.email} = ${email.toLowerCase()}`)

/** Lists the people who are away today and match a condition, with their delegates. */
export async function listCovers(db: Queryable, now: Date, which: SQL = sql`true`): Promise<Cover[]> {
  const organisationZone = sql`(select value #>> '{}' from ${settings} where key = 'time_zone')`
  const zone = sql`coalesce(absent.time_zone, ${organisationZone}, 'UTC')`
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${zone})::date`
  const isAway = sql`${today} between ${absences.startsOn} and ${absences.endsOn}`
  const { rows } = await db.execute<
    Record<'id' | 'email' | 'name' | 'until' | 'delegate_email' | 'delegate_name', string> & { role: Role }
  >(sql`
    select absent.id, absent.email, absent.name, absent.role, ${absences.endsOn}::text as until,
      ${accounts.email} as delegate_email, ${accounts.name} as delegate_name
    from ${absences}
    join ${accounts} absent on absent.id = ${absences.accountId}
    join ${accounts} on ${accounts.id} = ${absences.delegateId}
    where ${which} and ${isAway} and not absent.is_disabled and ${isPresent(accounts)}
      and not exists (select from ${absences} other where other.account_id = ${accounts.id}
        and ${today} between other.starts_on and other.ends_on)
    order by absent.name, absent.email`)
  return rows.map(({ id, email, name, role, until, delegate_email, delegate_name }) => ({
    absent: { id, email, name, role },
    until,
    delegate: { email: delegate_email, name: delegate_name },
  }))
}

/** Formats a cover, for example `for Noor Haddad, who is away until 7 August 2026`. */
export const describeCover = ({ absent, until }: Cover): string =>
  `for ${absent.name}, who is away until ${formatDay(until)}`

/** Returns the entry of the history for a new reviewer or owner who stands in for somebody. */
export const coverChanges = (cover: Cover | null) =>
  cover === null ? {} : { delegate_for: { from: null, to: cover.absent.email } }
