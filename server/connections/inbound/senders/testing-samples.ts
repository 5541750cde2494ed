/** What systems send, for the tests that read it. */

export const gitlab = {
  object_kind: 'deployment',
  status: 'success',
  status_changed_at: '2026-03-01 03:10:00 +0100',
  deployment_id: 15,
  deployable_url: 'https://gitlab.example/shop/payments/-/jobs/796',
  environment: 'eu-west',
  environment_tier: 'production',
  environment_external_url: 'https://pay.example',
  project: { name: 'payments', path_with_namespace: 'shop/payments' },
  short_sha: '279484c0',
  ref: 'chg0030032-timeout',
  commit_title: 'Raise the timeout',
}

export const argocd = {
  app: 'payments',
  phase: 'Running',
  started_at: '2026-03-01T02:00:00Z',
  finished_at: '',
  revision: 'abc',
  environment: 'prod',
  namespace: 'payments',
  message: '',
  change: '',
  rollback: '',
  url: 'https://argo.example',
}

export const pagerduty = (type: string, at: string) => ({
  event: {
    id: '01C',
    event_type: type,
    resource_type: 'incident',
    occurred_at: at,
    data: {
      id: 'PGR0',
      type: 'incident',
      title: 'Payments are slow',
      created_at: '2026-03-01T03:00:00Z',
      urgency: 'high',
      service: { id: 'PF9', summary: 'payments' },
      priority: { summary: 'P1' },
    },
  },
})

export const alert = (status: string, more: object = {}) => ({
  status,
  labels: { alertname: 'Slow', severity: 'warning' },
  annotations: {},
  fingerprint: 'f1',
  startsAt: '2026-03-01T03:00:00Z',
  endsAt: status === 'firing' ? '0001-01-01T00:00:00Z' : '2026-03-01T03:20:00Z',
  ...more,
})
export const notification = (alerts: object[], labels: object = {}) => ({
  version: '4',
  groupKey: '{}:{alertname="Slow"}',
  status: 'firing',
  receiver: 'hindsight',
  alerts,
  groupLabels: { alertname: 'Slow' },
  commonLabels: { alertname: 'Slow', service: 'shop/payments', ...labels },
  commonAnnotations: { summary: 'Payments are slow' },
})

export const cdEvent = (type: string, content: object) => ({
  context: { version: '0.4.1', id: '271', source: '/ci', type, timestamp: '2026-03-01T02:10:00Z' },
  subject: { id: 'shop/payments', source: '/ci', type: 'service', content },
})
export const structured = (type: string, data: object) => ({
  specversion: '1.0',
  id: '271',
  source: '/ci',
  type,
  datacontenttype: 'application/json',
  data,
})
export const asCloudEvent = { 'content-type': 'application/cloudevents+json' }
