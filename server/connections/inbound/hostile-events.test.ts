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
import {
  alert,
  argocd,
  asCloudEvent,
  cdEvent,
  gitlab,
  notification,
  pagerduty,
  structured,
} from './senders/testing-samples.ts'
import { addSender, sendAndRead } from './testing-events.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await insertChange(database.db, 'CHG0000001')
})

const at = '2026-03-01T01:30:00Z'
const deployment = { id: 1, service: 'payments-db', environment: 'production', status: 'running', at, title: 'Deploy' }
const cdEventOf = (type: string, content: object) =>
  structured(type, { ...cdEvent(type, content), customData: { note: 'x' } })

const github = {
  deployment: { id: 1, sha: 'a', ref: 'main', task: 'deploy', payload: {}, environment: 'production', created_at: at },
  deployment_status: { state: 'success', created_at: at, log_url: 'https://ci.example' },
  repository: { name: 'payments', full_name: 'shop/payments', html_url: 'https://git.example' },
  workflow_run: { display_title: 'Deploy', head_branch: 'main' },
}

type Sample = readonly [headers: Record<string, string>, body: unknown]

/** A valid delivery of each kind of sender whose events are read. */
const samplesByKind: Readonly<Record<string, readonly Sample[]>> = {
  github: [[{ 'x-github-event': 'deployment_status' }, github]],
  gitlab: [[{}, gitlab]],
  argocd: [[{}, argocd]],
  pagerduty: [[{}, pagerduty('incident.triggered', at)]],
  alertmanager: [[{}, notification([alert('firing'), alert('firing')])]],
  cloudevents: [
    [asCloudEvent, structured('com.example.deployed', deployment)],
    [
      asCloudEvent,
      cdEventOf('dev.cdevents.service.deployed.0.2.0', { environment: { id: 'production' }, artifactId: 'x' }),
    ],
    [
      asCloudEvent,
      cdEventOf('dev.cdevents.incident.detected.0.2.0', { description: 'Slow', service: { id: 'payments' } }),
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
  fc.constantFrom('', ' ', '\0', 'a\0b', 'one\ntwo\u202eowt\u0007', '\ud83d', '\ude00x', '🚀', "'; drop", longText),
  fc.constantFrom(...'constructor __proto__ toString hasOwnProperty javascript:x {} $1 NaN'.split(' ')),
  fc.constantFrom(...'9999-12-31T23:59:59Z +275760-09-13T00:00:00Z 0001-01-01T00:00:00Z'.split(' ')),
  fc.constantFrom(...'1970-01-01 2100-12-31 CHG0000001 running success P0 SEV-1 production'.split(' ')),
  fc.constantFrom(`${'x'.repeat(299 - 'payments-db: '.length)}🚀`, `${'x'.repeat(1999)}🚀`),
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
        const sent = bodies.map((body) => ({ headers, body }))
        await sendAndRead(database.db, connection, sent)
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
