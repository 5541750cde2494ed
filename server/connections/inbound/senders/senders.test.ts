import examples from '@octokit/webhooks-examples/api.github.com/index.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { getKind, sendingKinds } from '#server/connections/all-kinds.ts'
import { type EventOptions, UnreadableEvent } from './sender.ts'
import { alert, argocd, asCloudEvent, cdEvent, gitlab, notification, pagerduty, structured } from './testing-samples.ts'

const options: EventOptions = {
  production: ['production', 'prod'],
  services: { 'shop/payments': 'Payments' },
  fields: {},
}
const parse = (kind: string, body: unknown, headers: Record<string, string> = {}, more: Partial<EventOptions> = {}) => {
  const delivery = { headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
  const { events } = getKind(kind)
  if (!events) throw new Error(`${kind} sends no events.`)
  return events.parse(delivery, { ...options, ...more })
}
const parseOnlyEvent = (...args: Parameters<typeof parse>) => {
  const parsed = parse(...args)
  if (!('events' in parsed)) throw new Error(parsed.ignored)
  const [event] = parsed.events
  return event
}

const recorded = (name: string) =>
  (examples as { name: string; examples: unknown[] }[]).find((one) => one.name === name)?.examples ?? []

describe('GitHub', () => {
  test('is read from every recorded delivery: deployments and their statuses, others are left out', () => {
    const count: Record<string, number> = {}
    for (const { name, examples: bodies } of examples as { name: string; examples: unknown[] }[]) {
      for (const body of bodies) {
        const parsed = parse('github', body, { 'x-github-event': name })
        if ('events' in parsed) count[name] = (count[name] ?? 0) + 1
      }
    }
    expect(count).toEqual({ deployment: 4, deployment_status: 4 })
  })

  test('is read with service, environment, times and page', () => {
    expect(
      parseOnlyEvent('github', recorded('deployment_status')[0], { 'x-github-event': 'deployment_status' }),
    ).toMatchObject({
      remoteId: '145988746',
      at: '2019-05-15T15:20:55.000Z',
      createdAt: '2019-05-15T15:20:53.000Z',
      status: 'succeeded',
      service: 'Hello-World',
      environment: 'production',
      isProduction: true,
      isRollback: false,
      facts: { ref: 'master', sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e' },
    })
  })

  test.each([
    ['queued', 'waiting'],
    ['in_progress', 'running'],
    ['success', 'succeeded'],
    ['failure', 'failed'],
    ['error', 'failed'],
  ])('%s is %s', (state, status) => {
    const body = recorded('deployment_status')[0] as Record<string, object>
    const event = { ...body, deployment_status: { ...body.deployment_status, state } }
    expect(parseOnlyEvent('github', event, { 'x-github-event': 'deployment_status' })).toMatchObject({ status })
  })

  test('takes issues as a hint to read them', () => {
    expect(parse('github', {}, { 'x-github-event': 'issues' })).toMatchObject({ isHint: true })
  })
})

test('reads a deployment of GitLab by its tier, and the service that its project stands for', () => {
  expect(parseOnlyEvent('gitlab', gitlab)).toMatchObject({
    remoteId: '15',
    at: '2026-03-01T02:10:00.000Z',
    status: 'succeeded',
    service: 'Payments',
    isProduction: true,
    facts: { ref: 'chg0030032-timeout', title: 'Raise the timeout' },
  })
  expect(parseOnlyEvent('gitlab', { ...gitlab, environment_tier: 'staging' })).toMatchObject({ isProduction: false })
  expect(parse('gitlab', { object_kind: 'push' })).toEqual({ ignored: 'The event push is not used.' })
})

test('reads a notification of Argo CD from the template', () => {
  expect(parseOnlyEvent('argocd', argocd)).toMatchObject({
    status: 'running',
    at: '2026-03-01T02:00:00.000Z',
    isProduction: true,
  })
  const ended = { ...argocd, phase: 'Failed', finished_at: '2026-03-01T02:04:00Z', rollback: 'true' }
  expect(parseOnlyEvent('argocd', ended)).toMatchObject({
    remoteId: 'payments 2026-03-01T02:00:00.000Z',
    status: 'failed',
    at: '2026-03-01T02:04:00.000Z',
    isRollback: true,
  })
})

test('reads an incident of PagerDuty from its triggering to its resolution', () => {
  expect(parseOnlyEvent('pagerduty', pagerduty('incident.triggered', '2026-03-01T03:00:01Z'))).toMatchObject({
    kind: 'alerts',
    groupKey: 'PGR0',
    title: 'Payments are slow',
    service: 'payments',
    level: 1,
    alerts: [{ startedAt: '2026-03-01T03:00:00.000Z', resolvedAt: null, at: '2026-03-01T03:00:01.000Z' }],
  })
  expect(parseOnlyEvent('pagerduty', pagerduty('incident.resolved', '2026-03-01T03:30:00Z'))).toMatchObject({
    alerts: [{ resolvedAt: '2026-03-01T03:30:00.000Z' }],
  })
  expect(parse('pagerduty', { event: { event_type: 'pagey.ping' } })).toMatchObject({ ignored: expect.anything() })
})

test('reads a group of alerts of Alertmanager, whose firing alerts have no end', () => {
  const body = notification([
    alert('firing'),
    alert('resolved', { fingerprint: 'f2', labels: { severity: 'critical' } }),
  ])
  expect(parseOnlyEvent('alertmanager', body)).toMatchObject({
    groupKey: '{}:{alertname="Slow"}',
    title: 'Payments are slow',
    service: 'Payments',
    level: 1,
    alerts: [
      { key: 'f1 2026-03-01T03:00:00.000Z', resolvedAt: null },
      { key: 'f2 2026-03-01T03:00:00.000Z', resolvedAt: '2026-03-01T03:20:00.000Z' },
    ],
  })
  expect(parse('alertmanager', notification([alert('firing')], { env: 'staging' }))).toEqual({
    ignored: 'The environment staging is not production.',
  })
})

describe('CloudEvents', () => {
  const type = 'dev.cdevents.service.rolledback.0.2.0'
  const data = cdEvent(type, { environment: { id: '/envs/production' }, artifactId: 'pkg:oci/payments@v3' })
  const deployed = { remoteId: '271', status: 'succeeded', service: 'Payments', isProduction: true, isRollback: true }

  test('are read in structured form, and in batches', () => {
    expect(parseOnlyEvent('cloudevents', structured(type, data), asCloudEvent)).toMatchObject(deployed)
    const batch = { 'content-type': 'application/cloudevents-batch+json' }
    expect(parseOnlyEvent('cloudevents', [structured(type, data)], batch)).toMatchObject(deployed)
  })

  test('are read in binary form', () => {
    const headers = {
      'content-type': 'application/json',
      'ce-specversion': '1.0',
      'ce-id': '271',
      'ce-source': '/ci',
      'ce-type': type,
    }
    expect(parseOnlyEvent('cloudevents', data, headers)).toMatchObject(deployed)
  })

  test('report incidents as CDEvents', () => {
    const incident = cdEvent('dev.cdevents.incident.resolved.0.2.0', {
      description: 'Slow',
      service: { id: 'payments' },
    })
    const sent = structured('dev.cdevents.incident.resolved.0.2.0', incident)
    expect(parseOnlyEvent('cloudevents', sent, asCloudEvent)).toMatchObject({
      groupKey: 'shop/payments',
      title: 'Slow',
      service: 'payments',
      alerts: [{ resolvedAt: '2026-03-01T02:10:00.000Z' }],
    })
  })

  test('of another type are read by the mapping, with identifier and time of the event', () => {
    const sent = {
      ...structured('com.example.deployed', { app: 'payments', env: 'prod', state: 'done' }),
      time: '2026-03-01T02:10:00Z',
    }
    const fields = { service: 'app', environment: 'env', status: 'state' }
    expect(parseOnlyEvent('cloudevents', sent, asCloudEvent, { fields })).toMatchObject({
      remoteId: '271',
      at: '2026-03-01T02:10:00.000Z',
      service: 'payments',
      status: 'succeeded',
    })
  })
})

describe('JSON of the customer', () => {
  const fields = { id: 'run.id', service: 'run.apps.0', environment: 'run.env', status: 'run.state', at: 'run.time' }
  const run = { id: 7, apps: ['shop/payments'], env: 'Production', state: 'In Progress', time: 1_772_330_400 }

  test('is read by the paths of the mapping', () => {
    expect(parseOnlyEvent('json', { run }, {}, { fields })).toMatchObject({
      remoteId: '7',
      service: 'Payments',
      status: 'running',
      isProduction: true,
      at: '2026-03-01T02:00:00.000Z',
    })
  })

  test.each([
    [{ run: { ...run, state: 'dunno' } }, 'status: "dunno" is not the status of a deployment.'],
    [{ run: { ...run, time: 'soon' } }, 'at: "soon" is not a time between 1970 and 2100.'],
    [{}, /^id: /],
    ['{', 'The body is not JSON.'],
    ['null', /^id: /],
  ])('is refused when it is %j', (body, message) => {
    expect(() => parse('json', body, {}, { fields })).toThrow(message)
    expect(() => parse('json', body, {}, { fields })).toThrow(UnreadableEvent)
  })
})

test.each(sendingKinds.filter((kind) => getKind(kind).events?.uses.length))(
  'refuses a body that is not an event of %s',
  (kind) => {
    const headers = { 'x-github-event': 'deployment', 'content-type': 'application/json' }
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"object_kind":"deployment"}',
      '{"event":{"event_type":"incident.triggered"}}',
    ]) {
      let refusal: unknown
      try {
        const parsed = parse(kind, body, headers)
        refusal = 'ignored' in parsed ? new UnreadableEvent(parsed.ignored) : null
      } catch (error) {
        refusal = error
      }
      expect(refusal, body).toBeInstanceOf(UnreadableEvent)
    }
  },
)
