import { z } from 'zod'
import type { JiraOptions } from '#lib/contracts/connection-options.ts'
import { type IssueStatus, issueStatusLabels } from '#server/connections/trackers/merge-status.ts'
import { TrackerError } from '#server/connections/trackers/tracker.ts'
import type { TrackerClient } from '#server/connections/trackers/tracker-client.ts'
import { findMappedStatus } from '#server/connections/trackers/tracker-definition.ts'
import { JiraStatus, toIssueStatus } from './jira-issues.ts'

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
