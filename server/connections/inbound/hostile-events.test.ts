import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { startOfEvents } from '#lib/contracts/events.ts'
import { tidyLine } from '#lib/contracts/tidy-text.ts'
import { readFeed } from '#server/change-feed/queries.ts'
import { getKind, sendingKinds } from '#server/connections/all-kinds.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import { addSender, sendAndRead } from './testing-events.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await insertChange(database.db, 'CHG0000001')
})

const at = '2026-03-01T01:30:00Z'
const deployment = { id: 1, service: 'payments-db', environment: 'production', status: 'running', at, title: 'Deploy' }
const cloudEvent = (type: string, data: object) => ({
  specversion: '1.0',
  id: '1',
  source: '/ci',
  type,
  datacontenttype: 'application/json',
  data,
})
const cdEvent = (type: string, content: object) => {
  const context = { id: '1', timestamp: at }
  return cloudEvent(type, { context, subject: { id: 'payments', content }, customData: { note: 'x' } })
}
const alert = { status: 'firing', labels: { severity: 'critical' }, annotations: {}, startsAt: at, fingerprint: 'f' }

type Sample = readonly [headers: Record<string, string>, body: unknown]

/** A valid delivery of each kind of sender whose events are read. */
const samplesByKind: Readonly<Record<string, readonly Sample[]>> = {
  github: [
    [
      { 'x-github-event': 'deployment_status' },
      {
        deployment: {
          id: 1,
          sha: 'a',
          ref: 'main',
          task: 'deploy',
          payload: {},
          environment: 'production',
          created_at: at,
        },
        deployment_status: { state: 'success', created_at: at, log_url: 'https://ci.example' },
        repository: { name: 'payments', full_name: 'shop/payments', html_url: 'https://git.example' },
        workflow_run: { display_title: 'Deploy', head_branch: 'main' },
      },
    ],
  ],
  gitlab: [
    [
      {},
      {
        object_kind: 'deployment',
        status: 'success',
        status_changed_at: at,
        deployment_id: 1,
        ref: 'main',
        environment: 'production',
        environment_tier: 'production',
        commit_title: 'Deploy',
        project: { name: 'payments', path_with_namespace: 'shop/payments' },
      },
    ],
  ],
  argocd: [
    [
      {},
      { app: 'payments', phase: 'Succeeded', started_at: at, finished_at: at, environment: 'production', change: '' },
    ],
  ],
  pagerduty: [
    [
      {},
      {
        event: {
          event_type: 'incident.triggered',
          occurred_at: at,
          data: {
            id: 'P1',
            title: 'Slow',
            created_at: at,
            urgency: 'high',
            service: { id: 'S' },
            priority: { summary: 'P1' },
          },
        },
      },
    ],
  ],
  alertmanager: [
    [
      {},
      {
        groupKey: 'g',
        groupLabels: {},
        commonLabels: {},
        commonAnnotations: { summary: 'Slow' },
        alerts: [alert, alert],
      },
    ],
  ],
  cloudevents: [
    [{ 'content-type': 'application/cloudevents+json' }, cloudEvent('com.example.deployed', deployment)],
    [
      { 'content-type': 'application/cloudevents+json' },
      cdEvent('dev.cdevents.service.deployed.0.2.0', { environment: { id: 'production' }, artifactId: 'x' }),
    ],
    [
      { 'content-type': 'application/cloudevents+json' },
      cdEvent('dev.cdevents.incident.detected.0.2.0', { description: 'Slow', service: { id: 'payments' } }),
    ],
  ],
  json: [[{}, { ...deployment, change: 'CHG0000001', ref: 'main', sha: 'a', url: 'https://ci.example' }]],
}
test.each(sendingKinds.filter((kind) => getKind(kind).events?.uses.length))(
  'has a sample of %s to distort, which is read as it is',
  (kind) => {
    expect(samplesByKind, `Add what ${kind} sends to samplesByKind.`).toHaveProperty([kind])
    const options = { production: ['production'], services: {}, fields: {} }
    for (const [headers, body] of samplesByKind[kind] ?? []) {
      const parsed = getKind(kind).events?.parse({ headers, body: JSON.stringify(body) }, options)
      expect(parsed).toMatchObject({ events: [expect.anything()] })
    }
  },
)

const samples = Object.entries(samplesByKind).flatMap(([kind, kindSamples]) =>
  kindSamples.map(([headers, body]) => [kind, headers, body] as const),
)

const longText = Array.from({ length: 4000 }, (_, index) => index.toString(36)).join('€')
const hostileText = fc.oneof(
  fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '\0',
    'a\0b',
    'one\ntwo\u202eowt\u0007',
    '\ud83d',
    '\ude00x',
    '🚀',
    longText,
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1970-01-01',
    '2100-12-31',
    'NaN',
    'CHG0000001',
    'running',
    'success',
    'P0',
    'SEV-1',
    'production',
    'javascript:x',
    '{}',
    '$1',
    "'; drop",
    `${'x'.repeat(299 - 'payments-db: '.length)}🚀`,
    `${'x'.repeat(1999)}🚀`,
  ),
  fc.string({ unit: 'binary', maxLength: 400 }),
)
const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom(null, true, 0, -1, 1e308, 8.64e15, 253_402_300_799, 4_102_444_800_000, deep(20_000), {}, []),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Lists the paths of all values inside a value. */
function listPaths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner).map((path) => [key, ...path]))]
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const inner = replaced(Reflect.get(Object(value), key), rest, by)
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? inner : one))
  return { ...Object(value), [key]: inner }
}

/** Generates a valid body with some values replaced. */
const hostileBody = (sample: unknown) =>
  fc
    .array(fc.tuple(fc.constantFrom(...listPaths(sample)), hostileValue), { minLength: 1, maxLength: 2 })
    .map((changes) => changes.reduce((body, [path, by]) => replaced(body, path, by), sample))
    .map((body) => deepText(body))

/** Nested JSON of any depth: `JSON.stringify` fails at some thousand levels. */
function deepText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return `{"payload":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  }
}

test.each(samples)(
  '%s: whatever is sent is read or rejected with its reason, at once',
  async (kind, headers, sample) => {
    const connection = await addSender(database.db, kind, {})
    await fc.assert(
      fc.asyncProperty(fc.array(hostileBody(sample), { minLength: 20, maxLength: 40 }), async (bodies) => {
        await database.db.delete(inboundEvents)
        await sendAndRead(
          database.db,
          connection,
          bodies.map((body) => ({ headers, body })),
        )
        const rows = await database.db.select().from(inboundEvents)
        const unread = rows.filter(
          ({ status, outcome }) =>
            status === 'waiting' || /unexpected|cannot be stored|not in a form/.test(outcome ?? ''),
        )
        expect(unread.map(({ body, outcome }) => [outcome, body.toString()])).toEqual([])
      }),
      { numRuns: 4 },
    )
    const { result } = await readFeed(testContext(database.db, testToken, new Date()), {
      after: startOfEvents,
      limit: 1000,
    })
    expect(result.flatMap(({ changed }) => changed).every((field) => field.isWellFormed())).toBe(true)
    const { rows: lines } = await database.db.execute<{ line: string }>(sql`
    select line from changes, unnest(affected_services || array[title]) as line
    union select unnest(array[short_description, affected_service]) from incidents
    union select unnest(array[service, environment]) from deployments`)
    for (const { line } of lines) if (line !== null) expect(line).toBe(tidyLine(line))
  },
)
