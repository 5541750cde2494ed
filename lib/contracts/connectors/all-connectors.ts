import type { ConnectorContract } from './connector-contract.ts'

/** The systems that can be connected, by the value that is stored for each, which never changes. */
export const connectors = {
  servicenow: {
    label: 'ServiceNow',
    purpose: 'Imports changes, incidents and people; writes completed reviews back.',
    options: 'servicenow',
    api: {
      url: 'https://example.service-now.com',
      signIn: {
        methods: { oauth: 'OAuth, client credentials', basic: 'User name and password', token: 'Token' },
        user: 'User name',
        secret: { label: 'Secret', hint: 'The client secret, password or token. It is never shown again.' },
      },
    },
  },
  jira: {
    label: 'Jira',
    purpose: 'Improvement actions are issues in Jira, with one status on both sides.',
    options: 'jira',
    api: {
      url: 'https://example.atlassian.net',
      signIn: {
        methods: { basic: 'E-mail address and API token', token: 'Bearer token' },
        user: 'E-mail address',
        secret: { label: 'Token', hint: 'It is never shown again.' },
      },
    },
    events: { header: 'X-Hub-Signature', uses: [] },
    keyExample: 'OPS-12',
  },
  github: {
    label: 'GitHub',
    purpose: 'Improvement actions are issues, and deployments report when a change went live.',
    options: 'repository',
    api: {
      url: 'https://github.com',
      isSuggested: true,
      signIn: {
        secret: { label: 'Token', hint: 'For issues only; events need none. It is never shown again.' },
      },
    },
    events: { header: 'X-Hub-Signature-256', uses: ['production', 'services'] },
    keyExample: 'owner/name#12',
  },
  gitlab: {
    label: 'GitLab',
    purpose: 'Improvement actions are issues, and deployments report when a change went live.',
    options: 'repository',
    api: {
      url: 'https://gitlab.com',
      isSuggested: true,
      signIn: {
        secret: { label: 'Token', hint: 'For issues only; events need none. It is never shown again.' },
      },
    },
    events: { header: 'X-Gitlab-Token', uses: ['production', 'services'] },
    keyExample: 'group/name#12',
  },
  argocd: {
    label: 'Argo CD',
    purpose: 'Reports when a change went live.',
    options: 'sender',
    events: { secretHint: 'Argo CD sends it as a bearer token.', uses: ['production', 'services'] },
  },
  pagerduty: {
    label: 'PagerDuty',
    purpose: 'Imports its incidents.',
    options: 'sender',
    events: {
      header: 'X-PagerDuty-Signature',
      secretHint: 'PagerDuty shows it when you add the webhook. Without it, events are refused.',
      uses: ['services'],
    },
  },
  alertmanager: {
    label: 'Alertmanager',
    purpose: 'Each group of alerts becomes one incident.',
    options: 'sender',
    events: {
      secretHint: 'Alertmanager sends it as a bearer token or password.',
      uses: ['production', 'services'],
    },
  },
  cloudevents: {
    label: 'CloudEvents',
    purpose: 'Deployments and incidents of any system that sends CloudEvents or CDEvents.',
    options: 'sender',
    events: {
      secretHint: 'Sent as a bearer token, or used for Standard Webhooks.',
      uses: ['production', 'services', 'fields'],
    },
    formats: ['CloudEvents', 'CDEvents'],
  },
  json: {
    label: 'Other (JSON)',
    purpose: 'Deployments of a system with JSON of its own.',
    options: 'sender',
    events: {
      secretHint: 'Sent as a bearer token, or used for Standard Webhooks.',
      uses: ['production', 'services', 'fields'],
    },
    formats: ['JSON of your own'],
  },
} as const satisfies Readonly<Record<string, ConnectorContract>>

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
