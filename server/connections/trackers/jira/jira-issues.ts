import { z } from 'zod'
import type { JiraOptions } from '#lib/contracts/connection-options.ts'
import type { IssueKeys } from '#server/connections/trackers/issue-keys.ts'
import { type IssueStatus, issueStatusLabels } from '#server/connections/trackers/merge-status.ts'
import { findMappedStatus, type Issue, type TrackerPerson } from '#server/connections/trackers/tracker.ts'
import { type TrackerClient, TrackerError } from '#server/connections/trackers/tracker-client.ts'

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

const TransitionField = z.object({
  required: z.boolean().optional(),
  hasDefaultValue: z.boolean().optional(),
  name: z.string().optional(),
  allowedValues: z.array(z.object({ id: z.string().optional(), name: z.string().optional() })).optional(),
})

const Transition = z.object({
  id: z.string(),
  name: z.string().optional(),
  to: JiraStatus,
  isAvailable: z.boolean().optional(),
  fields: z.record(z.string(), TransitionField).optional(),
})
type Transition = z.infer<typeof Transition>

const Transitions = z.object({ transitions: z.array(Transition) })

/** The required fields of a transition that have no default, apart from the resolution, which is set. */
const listMissingFields = ({ fields = {} }: Transition) =>
  Object.entries(fields).filter(
    ([id, { required, hasDefaultValue, allowedValues = [] }]) =>
      required && !hasDefaultValue && !(id === 'resolution' && allowedValues.length > 0),
  )

/** Moves an issue to a status, also by way of one in progress. Throws `TrackerError` if the workflow offers neither. */
export async function moveJiraIssue(
  client: TrackerClient,
  options: JiraOptions,
  { key, from, to }: { key: string; from: IssueStatus; to: IssueStatus },
): Promise<void> {
  const path = `/issue/${encodeURIComponent(key)}/transitions`
  const perform = async (transition: Transition) => {
    const resolution = transition.fields?.resolution
    const [first] = resolution?.required && !resolution.hasDefaultValue ? (resolution.allowedValues ?? []) : []
    const fields = first?.id === undefined ? {} : { fields: { resolution: { id: first.id } } }
    const body = { transition: { id: transition.id }, ...fields }
    await client.call(z.null(), { method: 'POST', path, body })
  }
  for (let current = from; ; current = 'in_progress') {
    const { result } = await client.call(Transitions, { path, query: { expand: 'transitions.fields' } })
    const offered = result.transitions.filter(({ isAvailable }) => isAvailable !== false)
    const findLeadingTo = (meaning: IssueStatus) => chooseTransition(options, offered, meaning)
    const direct = findLeadingTo(to)
    if (direct) return perform(direct)
    const detour = current === 'in_progress' || to === 'in_progress' ? undefined : findLeadingTo('in_progress')
    if (!detour) throw createNoTransitionError(options, key, to, offered)
    await perform(detour)
  }
}

/** Chooses a transition to a status that needs no input, rather one to a status in the options' map. */
function chooseTransition(
  options: JiraOptions,
  offered: readonly Transition[],
  meaning: IssueStatus,
): Transition | undefined {
  const fitting = offered.filter(
    (transition) => toIssueStatus(options, transition.to) === meaning && listMissingFields(transition).length === 0,
  )
  return fitting.find(({ to }) => findMappedStatus(options.statuses, to.name) !== undefined) ?? fitting[0]
}

function createNoTransitionError(options: JiraOptions, key: string, to: IssueStatus, offered: readonly Transition[]) {
  const blocked = offered.find((transition) => toIssueStatus(options, transition.to) === to)
  const why = blocked
    ? `the transition “${blocked.name ?? blocked.to.name}” requires ${listMissingFields(blocked)
        .map(([id, { name }]) => name ?? id)
        .join(', ')}`
    : `Jira offers no transition to a status that means ${issueStatusLabels[to]}`
  return new TrackerError(409, `${key} cannot be moved to ${issueStatusLabels[to]}: ${why}.`)
}
