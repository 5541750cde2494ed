import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { PossibleCause } from '#lib/contracts/app/candidates.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { addDays, daysAfterWork } from '#lib/domain/change/incident-window.ts'
import { plannedStates } from '#lib/domain/change/planned-change.ts'
import { candidateWeights, isCandidate, scoreCandidate } from '#lib/domain/incidents/candidate-score.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { getIncident } from '#server/incidents/queries.ts'
import { getCached } from '#server/platform/db/cache.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { englishWords, orInfinity } from '#server/schema/columns.ts'
import { reviews, statusOrNone } from '#server/schema/reviews.ts'
import { asPhrase, rarityTables } from '#server/text-rarity/word-rarity.ts'
import { rankIncidents, selectSample } from './rank-incidents.ts'
import { pointsBesideText, textPoints } from './score-sql.ts'
import { readWindow } from './window.ts'

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
async function findChangesBefore(db: Queryable, incident: Incident, limit: number): Promise<string[]> {
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

/** Maximum changes compared. Each is compared as a whole, which takes some ten milliseconds. */
const maxCompared = 10

/**
 * Lists the changes of which an incident is a candidate, by its points as a candidate, likeliest first. Throws
 * `not_found`.
 */
export function listPossibleCauses(ctx: Context, number: string, limit = maxCompared): Promise<PossibleCause[]> {
  return getCached(ctx.db, `possible causes ${JSON.stringify([number, limit])}`, () => findCauses(ctx, number, limit))
}

async function findCauses(ctx: Context, number: string, limit: number): Promise<PossibleCause[]> {
  const incident = await getIncident(ctx, number)
  const numbers = await findChangesBefore(ctx.db, incident, limit)
  const rows = await ctx.db
    .select({
      ...changeColumns,
      review_status: statusOrNone(reviews.status),
      review_reference: reviews.reference,
    })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(inArray(changes.number, numbers))
  const rowsByNumber = new Map(rows.map((row) => [row.number, row]))
  const changesByPoints = numbers.flatMap((changeNumber) => rowsByNumber.get(changeNumber) ?? [])
  const causes = await Promise.all(
    changesByPoints.map(async (change) => {
      const window = readWindow(change, {})
      const { rows: found } = await rankIncidents(ctx.db, { change, window, limit: 1, among: [incident.number] })
      return found.flatMap(({ evidence, isInWindow }) =>
        isCandidate(evidence) && (evidence.isLinked || isInWindow)
          ? PossibleCause.parse({ change, ...scoreCandidate(evidence) })
          : [],
      )
    }),
  )
  return causes.flat().toSorted((one, other) => other.score - one.score)
}
