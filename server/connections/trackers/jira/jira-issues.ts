import { z } from 'zod'
import type { JiraOptions } from '#lib/contracts/connection-options.ts'
import type { IssueKeys } from '#server/connections/trackers/issue-keys.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import type { Issue, TrackerPerson } from '#server/connections/trackers/tracker.ts'
import { findMappedStatus } from '#server/connections/trackers/tracker-definition.ts'

export const JiraStatus = z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }).optional() })

export const JiraIssue = z.object({
  key: z.string(),
  fields: z.object({
    summary: z.string().nullish(),
    status: JiraStatus,
    duedate: z.string().nullish(),
    updated: z.string(),
  }),
  changelog: z
    .object({
      histories: z.array(
        z.object({
          author: z
            .object({
              accountId: z.string().optional(),
              displayName: z.string().optional(),
              emailAddress: z.string().optional(),
            })
            .nullish(),
          created: z.string(),
          items: z.array(z.object({ field: z.string() })),
        }),
      ),
    })
    .optional(),
})

/** The fields to request; by default, Jira returns none. */
export const issueFieldNames = 'summary,status,duedate,updated'

export const IssuePage = z.object({
  issues: z.array(
    z.object({
      key: z.string(),
      fields: z.object({ updated: z.string() }),
      properties: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  nextPageToken: z.string().nullish(),
})

const statusesByCategory: Readonly<Record<string, IssueStatus>> = {
  new: 'open',
  indeterminate: 'in_progress',
  done: 'done',
}

/** Maps a status of Jira by the options of the connection, else by its category. */
export const toIssueStatus = (
  options: JiraOptions,
  { name, statusCategory }: z.infer<typeof JiraStatus>,
): IssueStatus => findMappedStatus(options.statuses, name) ?? statusesByCategory[statusCategory?.key ?? ''] ?? 'open'

/** Finds the person who moved an issue to its status. */
function findLastMover({ changelog }: z.infer<typeof JiraIssue>): TrackerPerson | null {
  const moves = changelog?.histories.filter(({ items }) => items.some(({ field }) => field === 'status')) ?? []
  const author = moves.toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created))[0]?.author
  const { accountId: id = '', displayName: name, emailAddress: email } = author ?? {}
  return name === undefined ? null : { id, name, login: null, email: email || null }
}

export function toIssue(keys: IssueKeys, options: JiraOptions, issue: z.infer<typeof JiraIssue>): Issue {
  const { key, fields } = issue
  const status = toIssueStatus(options, fields.status)
  return {
    key,
    url: keys.getPageUrl(key),
    title: fields.summary ?? '',
    dueOn: fields.duedate ?? null,
    statusName: fields.status.name,
    status,
    closedBy: status === 'done' ? findLastMover(issue) : null,
    updatedAt: fields.updated,
  }
}

/** Quotes a value for JQL, so that it stays one value whatever it contains. */
export function quoteJql(value: string): string {
  if (/\p{Cc}/u.test(value)) throw new Error('A value of JQL cannot hold control characters.')
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
