import { alertmanager } from './alertmanager.ts'
import { argocd } from './argocd.ts'
import { cloudevents } from './cloudevents.ts'
import type { ConnectorContract } from './connector-contract.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { jira } from './jira.ts'
import { json } from './json.ts'
import { pagerduty } from './pagerduty.ts'
import { servicenow } from './servicenow.ts'

/** The systems that can be connected, by the value that is stored for each; a new one adds its line. */
export const connectors = {
  servicenow,
  jira,
  github,
  gitlab,
  argocd,
  pagerduty,
  alertmanager,
  cloudevents,
  json,
} satisfies Readonly<Record<string, ConnectorContract>>

export type ConnectionKind = keyof typeof connectors

type KindsWith<Part extends keyof ConnectorContract> = {
  [Kind in ConnectionKind]: Part extends keyof (typeof connectors)[Kind] ? Kind : never
}[ConnectionKind]

type Several<Kind> = [Kind, ...Kind[]]

export const connectionKinds = Object.keys(connectors) as Several<ConnectionKind>

const kindsWith = <const Part extends keyof ConnectorContract>(part: Part) =>
  connectionKinds.filter((kind) => part in connectors[kind]) as Several<KindsWith<Part>>

/** Kinds that Hindsight calls: they need an address and a sign-in. */
export const calledKinds = kindsWith('api')
export type CalledKind = (typeof calledKinds)[number]
export const isCalledKind = (kind: ConnectionKind): kind is CalledKind => calledKinds.some((known) => known === kind)

/** Kinds that send events to Hindsight. */
export const sendingKinds = kindsWith('events')
export type SendingKind = (typeof sendingKinds)[number]
export const isSendingKind = (kind: ConnectionKind): kind is SendingKind => sendingKinds.some((known) => known === kind)

/** Kinds in which improvement actions are issues. */
export const trackerKinds = kindsWith('keyExample')
export type TrackerKind = (typeof trackerKinds)[number]
export const isTrackerKind = (kind: ConnectionKind): kind is TrackerKind => trackerKinds.some((known) => known === kind)

/** The kinds whose events report deployments or alerts. */
export const reportingConnectors: readonly ConnectorContract[] = connectionKinds
  .map((kind): ConnectorContract => connectors[kind])
  .filter(({ events }) => events !== undefined && events.uses.length > 0)
