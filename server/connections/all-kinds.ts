import type { ConnectorForm } from '#lib/contracts/connector-form.ts'
import type { ConnectionKind } from './connector.ts'
import { alertmanager } from './inbound/senders/alertmanager.ts'
import { argocd } from './inbound/senders/argocd.ts'
import { cloudevents } from './inbound/senders/cloud-events.ts'
import { json } from './inbound/senders/json.ts'
import { pagerduty } from './inbound/senders/pagerduty.ts'
import { prometheusKind } from './prometheus/prometheus.ts'
import { serviceNowKind } from './servicenow/servicenow-kind.ts'
import { github } from './trackers/github/github-tracker.ts'
import { gitlab } from './trackers/gitlab/gitlab-tracker.ts'
import { jira } from './trackers/jira/jira-tracker.ts'

/** The systems that can be connected. Their names are stored and must never change. */
const allKinds: Readonly<Record<string, ConnectionKind>> = {
  servicenow: serviceNowKind,
  jira,
  github,
  gitlab,
  argocd,
  pagerduty,
  alertmanager,
  prometheus: prometheusKind,
  cloudevents,
  json,
}

const filterKindNames = (hasFeature: (kind: ConnectionKind) => boolean) =>
  Object.entries(allKinds).flatMap(([name, kind]) => (hasFeature(kind) ? [name] : []))

export const kindNames = Object.keys(allKinds)
export const unknownKind = `must be one of ${kindNames.join(', ')}`
/** Kinds that send events to Hindsight. */
export const sendingKinds = filterKindNames(({ events }) => events !== undefined)
/** Kinds in which improvement actions are issues. */
export const trackerKinds = filterKindNames(({ tracker }) => tracker !== undefined)

export const findKind = (name: string): ConnectionKind | undefined =>
  Object.hasOwn(allKinds, name) ? allKinds[name] : undefined

/** Returns the kind of a stored connection. Throws for an unknown name. */
export function getKind(name: string): ConnectionKind {
  const kind = findKind(name)
  if (kind === undefined) throw new Error(`There is no kind of connection named ${name}.`)
  return kind
}

/** Returns the tracker of a kind. Throws for a kind that is no tracker. */
export function getTracker(name: string) {
  const { label, tracker } = getKind(name)
  if (tracker === undefined) throw new Error(`${name} is not a tracker.`)
  return { label, ...tracker }
}

/** Builds the form of a kind, as a page passes it to the browser. */
export function buildConnectorForm(name: string): ConnectorForm {
  const { options, api, events } = getKind(name)
  const { secretHint, uses = [] } = events ?? {}
  return { options, ...(api && { api }), ...(events && { events: { uses, ...(secretHint && { secretHint }) } }) }
}
