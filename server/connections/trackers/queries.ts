import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { IssueLink, IssueTracker } from '#lib/contracts/app/improvements.ts'
import { TrackerOptions } from '#lib/contracts/connection-options.ts'
import { getTracker, trackerKinds } from '#server/connections/all-kinds.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, issueLinks } from '#server/schema/connections.ts'
import { improvements } from '#server/schema/improvements.ts'
import { LinkState } from './sync-issue.ts'

/** Lists the issues of an action, and the connections in which it can have more. Throws `not_found`. */
export async function listIssueLinks(ctx: Context, improvementId: string) {
  await getImprovement(ctx, improvementId)
  const [result, trackers] = await Promise.all([
    selectLinks(ctx, eq(issueLinks.improvementId, improvementId)),
    listTrackers(ctx),
  ])
  const linkedConnections = new Set(result.map(({ connection_id: id }) => id))
  return { result, trackers: trackers.filter(({ connection_id: id }) => !linkedConnections.has(id)) }
}

/** Lists the issues of a review's actions. */
export const listReviewIssueLinks = (ctx: Context, reference: string): Promise<IssueLink[]> =>
  selectLinks(ctx, eq(improvements.sourceRef, reference))

export async function selectLinks({ db }: Context, condition: SQL | undefined): Promise<IssueLink[]> {
  const rows = await db
    .select({ link: issueLinks, name: connections.name, kind: connections.kind })
    .from(issueLinks)
    .innerJoin(connections, eq(connections.id, issueLinks.connectionId))
    .innerJoin(improvements, eq(improvements.id, issueLinks.improvementId))
    .where(and(condition, inArray(connections.kind, trackerKinds)))
    .orderBy(asc(issueLinks.createdAt), asc(issueLinks.connectionId))
  return rows.map(({ link, name, kind }) => toIssueLink(link, name, kind))
}

function toIssueLink(link: typeof issueLinks.$inferSelect, name: string, kind: string): IssueLink {
  const state = LinkState.parse(link.state)
  return {
    ...toRecord(issueLinks, link, ['improvement_id', 'connection_id', 'status', 'error', 'synced_at']),
    connection_name: name,
    kind,
    system: getTracker(kind).label,
    issue_key: link.issueKey === '' ? null : link.issueKey,
    url: link.url === '' ? null : link.url,
    issue_status: state.seen?.status_name ?? null,
    was_closed: state.was_closed,
    refused_fields: state.refused,
  }
}

/** Lists the enabled connections to trackers that have a project, by name. */
async function listTrackers({ db }: Context): Promise<IssueTracker[]> {
  const rows = await db
    .select({ id: connections.id, name: connections.name, kind: connections.kind, options: connections.options })
    .from(connections)
    .where(and(eq(connections.isEnabled, true), inArray(connections.kind, trackerKinds)))
    .orderBy(asc(connections.name))
  return rows.flatMap(({ id, name, kind, options }) => {
    const { label: system, keyExample } = getTracker(kind)
    const { project, projects } = readProjects(options)
    return projects.length > 0 ? [{ connection_id: id, name, kind, system, key_example: keyExample, project }] : []
  })
}

/** Reads the project in which a connection creates issues, and all projects whose issues can be linked. */
export function readProjects(options: unknown) {
  const { project, further_projects: further } = TrackerOptions.parse(options)
  return { project, projects: project === null ? further : [project, ...further] }
}
