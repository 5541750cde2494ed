import { type SQL, sql } from 'drizzle-orm'
import type { Incident } from '#lib/contracts/incidents.ts'
import { addDays, daysAfterWork } from '#lib/domain/change/incident-window.ts'
import { plannedStates } from '#lib/domain/change/planned-change.ts'
import { candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { englishWords, orInfinity } from '#server/schema/columns.ts'
import { asPhrase, rarityTables } from '#server/text-rarity/word-rarity.ts'
import { selectSample } from './rank-incidents.ts'
import { pointsBesideText, textPoints } from './score-sql.ts'

/**
 * Maximum days between an incident and the planned start or the end of work. Beyond it, a change is only found if the
 * incident names it.
 */
const longestWorkDays = 31

/** States of work that has not begun, unless its start is recorded. */
const unbegunStates = [...plannedStates, 'canceled']

/**
 * Finds the changes that an incident names, and those in whose usual window it was opened, ordered by the points for
 * services, time and words of the title. Returns their numbers. Documents are not compared: `rankIncidents` does that
 * for each change.
 */
export async function findChangesBefore(db: Queryable, incident: Incident, limit: number): Promise<string[]> {
  const opened = sql`${incident.opened_at}::timestamptz`
  const day = (days: number) => sql`${addDays(incident.opened_at, days)}::timestamptz`
  const service = sql`${incident.affected_service}::text`
  const { number, title, state, affectedServices, actualStart, actualEnd, plannedStart, plannedEnd } = changes
  const namesIt = sql`${number} = ${incident.related_change}::text`
  const start = sql`coalesce(${actualStart}, ${plannedStart})`
  const hoursAfter = (moment: SQL): SQL =>
    sql`case when ${moment} <= ${opened} then date_part('epoch', ${opened} - ${moment}) / 3600 end`
  const { rows } = await db.execute<{ number: string }>(sql`
    with incident as materialized (select search from ${incidents} where number = ${incident.number}),
    sample as materialized (${selectSample(incident.opened_at)}),
    ${rarityTables(sql`(select search from incident)`)},
    begun as materialized (
      select ${number}, ${affectedServices} as services, ${englishWords(title)} as words, ${start} as start,
        ${actualEnd} as ended, coalesce(${namesIt}, false) as "isLinked"
      from ${changes}
      where ${namesIt} or (
        (
          ${actualEnd} between ${day(-daysAfterWork)} and ${day(longestWorkDays)} or (
            ${actualEnd} is null
            and ${orInfinity(plannedStart)} between ${day(-longestWorkDays - daysAfterWork)} and ${opened}
          )
        )
        and ${start} <= ${opened} and coalesce(${actualEnd}, ${plannedEnd}, ${start}) >= ${day(-daysAfterWork)}
        and (${actualStart} is not null or ${state} <> all(${sql.param(unbegunStates)}::text[]))
      )
    ),
    named as materialized (
      select array_agg(service) as services from (select distinct unnest(services) as service from begun) each_service
        cross join incident where incident.search @@ ${asPhrase(sql`service`)}
    ),
    pointed as (
      select number, start, ${pointsBesideText(
        {
          isLinked: sql`"isLinked"`,
          serviceMatch: sql`case when ${service} = any(services) then 'affected'
            when services && (select services from named) or words @@ ${asPhrase(service)} then 'named' end`,
          hoursAfterStart: hoursAfter(sql`start`),
          hoursAfterEnd: hoursAfter(sql`ended`),
          // Does not differ from change to change.
          priorityLevel: sql`null::int`,
        },
        candidateWeights,
      )} as points,
        coalesce((select sum(rarity) from rarity where lexeme = any(tsvector_to_array(words))), 0)::float8 as likeness
      from begun
    )
    select number from pointed
    order by points + ${textPoints(sql`likeness`, candidateWeights)} desc, start desc, number limit ${limit}`)
  return rows.map((row) => row.number)
}
