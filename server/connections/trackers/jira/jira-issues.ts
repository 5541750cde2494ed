import { z } from 'zod'
import type { JiraOptions } from '#lib/contracts/connection-options.ts'
import type { IssueKeys } from '#server/connections/trackers/issue-keys.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import type { Issue, TrackerPerson } from '#server/connections/trackers/tracker.ts'
import { mappedStatus } from '#server/connections/trackers/tracker-definition.ts'

export const JiraStatus = z.object({
  name: z.string(),
  statusCategory: z.object({ key: z.string() }).optional(),
})

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

/** The fields to ask for: none comes without. */
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

const byCategory: Readonly<Record<string, IssueStatus>> = { new: 'open', indeterminate: 'in_progress', done: 'done' }

/** What a status of Jira means: as the connection maps it, else by its category. */
export const jiraStatus = (options: JiraOptions, { name, statusCategory }: z.infer<typeof JiraStatus>): IssueStatus =>
  mappedStatus(options.statuses, name) ?? byCategory[statusCategory?.key ?? ''] ?? 'open'

/** Who moved an issue to its status. */
function lastMover({ changelog }: z.infer<typeof JiraIssue>): TrackerPerson | null {
  const moves = changelog?.histories.filter(({ items }) => items.some(({ field }) => field === 'status')) ?? []
  const author = moves.toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created))[0]?.author
  const { accountId: id = '', displayName: name, emailAddress: email } = author ?? {}
  return name === undefined ? null : { id, name, login: null, email: email || null }
}

export function toIssue(keys: IssueKeys, options: JiraOptions, issue: z.infer<typeof JiraIssue>): Issue {
  const { key, fields } = issue
  const status = jiraStatus(options, fields.status)
  return {
    key,
    url: keys.pageOf(key),
    title: fields.summary ?? '',
    dueOn: fields.duedate ?? null,
    statusName: fields.status.name,
    status,
    closedBy: status === 'done' ? lastMover(issue) : null,
    updatedAt: fields.updated,
  }
}

/** A value in JQL, quoted so that it stays one value whatever it contains. */
export function quoteJql(value: string): string {
  if (/\p{Cc}/u.test(value)) throw new Error('A value of JQL cannot hold control characters.')
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
