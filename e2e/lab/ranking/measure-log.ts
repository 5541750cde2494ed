import { count, desc, isNotNull, min } from 'drizzle-orm'
import { type ChangeRecord, change as changeFields } from '#lib/contracts/changes.ts'
import { candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { getChange } from '#server/changes/queries.ts'
import { isAppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { incidents } from '#server/schema/changes.ts'
import { gatherEvidence } from './measure-demo.ts'
import { ranked, sameService } from './ranking-figures.ts'

/** One linked incident with its link hidden: its place among the candidates of its change, and how many these are. */
type HiddenLink = {
  readonly incident: string
  /** Hours that the change is assumed to have started before; null where it tells its times itself. */
  readonly assumed: number | null
  readonly place: number | null
  readonly offered: number
}
export type LogFigures = {
  readonly incidents: number
  readonly linked: number
  readonly links: readonly HiddenLink[]
  /** For a change assumed on each service at the beginning of the log: candidates that compete for a look. */
  readonly volumes: {
    readonly services: number
    readonly naive: number[]
    readonly ranked: number[]
    readonly inWindow: number[]
  }
}

const assumedHours = [1, 6, 24]
const mostServices = 100

/**
 * What a log tells whose incidents hardly ever name their change. A change of which only the number is known is
 * assumed to have touched the service of its incident, some hours before it.
 */
export async function measureLog(ctx: Context): Promise<LogFigures> {
  const [totals] = await ctx.db
    .select({ all: count(), linked: count(incidents.relatedChange), first: min(incidents.openedAt) })
    .from(incidents)
  const linked = await ctx.db.select().from(incidents).where(isNotNull(incidents.relatedChange)).limit(1000)
  const links: HiddenLink[] = []
  for (const incident of linked) {
    const change = await findChange(ctx, incident.relatedChange ?? '')
    if (!change) continue
    const isTimed = (change.actual_start ?? change.planned_start) !== null
    for (const hours of isTimed ? [null] : assumedHours) {
      const assumed = hours === null ? change : assumeChange(change, incident, hours)
      const judged = await gatherEvidence(ctx.db, assumed, new Set([incident.number]), true)
      const offered = ranked(candidateWeights)(judged)
      const place = offered.indexOf(incident.number)
      links.push({
        incident: incident.number,
        assumed: hours,
        place: place < 0 ? null : place + 1,
        offered: offered.length,
      })
    }
  }
  return {
    incidents: totals?.all ?? 0,
    linked: totals?.linked ?? 0,
    links,
    volumes: await measureVolumes(ctx, totals?.first ?? null),
  }
}

async function measureVolumes(ctx: Context, first: string | null): Promise<LogFigures['volumes']> {
  const services = await ctx.db
    .select({ affectedService: incidents.affectedService, incidents: count() })
    .from(incidents)
    .where(isNotNull(incidents.affectedService))
    .groupBy(incidents.affectedService)
    .orderBy(desc(count()), incidents.affectedService)
    .limit(mostServices)
  const volumes: { naive: number[]; ranked: number[]; inWindow: number[] } = { naive: [], ranked: [], inWindow: [] }
  for (const { affectedService } of first === null ? [] : services) {
    const change = assumeChange(nobodysChange, { openedAt: first ?? '', affectedService }, 0)
    const judged = await gatherEvidence(ctx.db, change, new Set(), true)
    volumes.naive.push(sameService(6)(judged).length)
    volumes.ranked.push(ranked(candidateWeights)(judged).length)
    volumes.inWindow.push(judged.incidents.length)
  }
  return { services: services.length, ...volumes }
}

async function findChange(ctx: Context, number: string): Promise<ChangeRecord | null> {
  try {
    return await getChange(ctx, number)
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return null
    throw error
  }
}

type Seen = { readonly openedAt: string; readonly affectedService: string | null }

function assumeChange(change: ChangeRecord, { openedAt, affectedService }: Seen, hours: number): ChangeRecord {
  const start = new Date(Date.parse(openedAt) - hours * 60 * 60 * 1000).toISOString()
  return {
    ...change,
    actual_start: start,
    actual_end: null,
    affected_services: affectedService ? [affectedService] : [],
  }
}

/** A change of which nothing is known. */
const nobodysChange: ChangeRecord = {
  ...changeFields.example,
  number: 'assumed',
  title: '',
  implementation_plan: null,
  risk_assessment: null,
  backout_plan: null,
  planned_start: null,
  planned_end: null,
}
