import type { ConnectionKind } from '#lib/contracts/connection-values.ts'
import { parseAlertmanager } from './alertmanager.ts'
import { parseArgocd } from './argocd.ts'
import { parseCloudEvents } from './cloud-events.ts'
import type { ParseDelivery } from './delivery.ts'
import { parseGithub } from './github.ts'
import { parseGitlab } from './gitlab.ts'
import { parseJira } from './issue-hints.ts'
import { parseJson } from './json.ts'
import { parsePagerduty } from './pagerduty.ts'

/** How the deliveries of each kind of sender are read. */
export const parsers: Readonly<Partial<Record<ConnectionKind, ParseDelivery>>> = {
  github: parseGithub,
  gitlab: parseGitlab,
  jira: parseJira,
  argocd: parseArgocd,
  pagerduty: parsePagerduty,
  alertmanager: parseAlertmanager,
  cloudevents: parseCloudEvents,
  json: parseJson,
}
