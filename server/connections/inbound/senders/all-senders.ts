import { type ConnectionKind, isSendingKind, type SendingKind } from '#lib/contracts/connectors/all-connectors.ts'
import { alertmanagerSender } from './alertmanager.ts'
import { argocdSender } from './argocd.ts'
import { cloudEventsSender } from './cloud-events.ts'
import { githubSender } from './github.ts'
import { gitlabSender } from './gitlab.ts'
import { jiraSender } from './jira.ts'
import { jsonSender } from './json.ts'
import { pagerdutySender } from './pagerduty.ts'
import type { Sender } from './sender.ts'

/** How the events of each kind of sender are verified and read. */
export const allSenders: { readonly [Kind in SendingKind]: Sender<Kind> } = {
  jira: jiraSender,
  github: githubSender,
  gitlab: gitlabSender,
  argocd: argocdSender,
  pagerduty: pagerdutySender,
  alertmanager: alertmanagerSender,
  cloudevents: cloudEventsSender,
  json: jsonSender,
}

export const findSender = (kind: ConnectionKind) => (isSendingKind(kind) ? allSenders[kind] : undefined)
