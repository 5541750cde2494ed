import { z } from 'zod'
import type { JiraOptions } from '#lib/contracts/connection-options.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { TrackerError } from '#server/connections/trackers/tracker.ts'
import type { TrackerClient } from '#server/connections/trackers/tracker-client.ts'
import { mappedStatus } from '#server/connections/trackers/tracker-definition.ts'
import { JiraStatus, jiraStatus } from './jira-issues.ts'

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
const missingFields = ({ fields = {} }: Transition) =>
  Object.entries(fields).filter(
    ([id, { required, hasDefaultValue, allowedValues = [] }]) =>
      required && !hasDefaultValue && !(id === 'resolution' && allowedValues.length > 0),
  )

/**
 * Moves an issue to a status with a meaning, by one transition or, where no direct one exists, by way of a status in
 * progress. Throws `TrackerError` if the workflow offers neither.
 */
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
    const leading = (meaning: IssueStatus) => choose(options, offered, meaning)
    const direct = leading(to)
    if (direct) return perform(direct)
    const detour = current === 'in_progress' || to === 'in_progress' ? undefined : leading('in_progress')
    if (!detour) throw noTransition(options, key, to, offered)
    await perform(detour)
  }
}

/** The transition to a status with a meaning that needs no input; of several, one to a status that the map names. */
function choose(options: JiraOptions, offered: readonly Transition[], meaning: IssueStatus): Transition | undefined {
  const fitting = offered.filter(
    (transition) => jiraStatus(options, transition.to) === meaning && missingFields(transition).length === 0,
  )
  return fitting.find(({ to }) => mappedStatus(options.statuses, to.name) !== undefined) ?? fitting[0]
}

const words = { open: 'open', in_progress: 'in progress', done: 'done' } as const

function noTransition(options: JiraOptions, key: string, to: IssueStatus, offered: readonly Transition[]) {
  const blocked = offered.find((transition) => jiraStatus(options, transition.to) === to)
  const why = blocked
    ? `the transition “${blocked.name ?? blocked.to.name}” requires ${missingFields(blocked)
        .map(([id, { name }]) => name ?? id)
        .join(', ')}`
    : `Jira offers no transition to a status that means ${words[to]}`
  return new TrackerError(409, `${key} cannot be moved to ${words[to]}: ${why}.`)
}
