import { createRandom } from '#server/demo/random.ts'
import type { Database } from '#server/platform/db/client.ts'
import { insertChange } from '#server/reviews/testing.ts'

type Sent = { readonly body: unknown; readonly headers: Readonly<Record<string, string>> }

const minute = (past: number) => new Date(Date.UTC(2026, 2, 1) + past * 60_000).toISOString()
const service = (n: number) => `shop/service-${n % 50}`
const kinds = ['named', 'planned', 'unrecorded', 'staging'] as const
const kindOf = (n: number) => kinds[n % kinds.length] ?? 'named'
/** Each deployment has its own quarter of an hour, so that each planned window fits one. */
const startOf = (n: number) => n * 15

/** Events of each deployment: requested, running, its end, and the end that a later deployment causes. */
const eventsOfEach = 4

/** The changes that these deployments belong to. */
export async function addChanges(db: Database, deployments: number): Promise<void> {
  for (let n = 0; n < deployments; n += 1) {
    const none = { actualStart: null, actualEnd: null }
    const unplanned = { plannedStart: null, plannedEnd: null }
    if (kindOf(n) === 'named')
      await insertChange(db, `CHG${n}`, { ...none, ...unplanned, affectedServices: [service(n)] })
    if (kindOf(n) !== 'planned') continue
    const window = { plannedStart: minute(startOf(n)), plannedEnd: minute(startOf(n) + 14) }
    await insertChange(db, `PLN${n}`, { ...none, ...window, affectedServices: [service(n)], state: 'implement' })
  }
}

/** Events of GitHub, in the order in which they happen. */
export function eventsOf(total: number): Sent[] {
  const deployments = Array.from({ length: Math.ceil(total / eventsOfEach) }, (_, n) => n)
  return deployments.flatMap((n) => {
    const created = deployment(n)
    const status = (state: string, past: number) => ({
      headers: { 'x-github-event': 'deployment_status' },
      body: { ...created, deployment_status: { state, created_at: minute(startOf(n) + past) } },
    })
    const end = n % 7 === 0 ? 'failure' : 'success'
    return [
      { headers: { 'x-github-event': 'deployment' }, body: created },
      status('in_progress', 2),
      status(end, 6 + (n % 3)),
      status('failure', 30),
    ]
  })
}

const deployment = (n: number) => ({
  deployment: {
    id: n,
    sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
    ref: 'main',
    payload: { rollback: n % 11 === 0, ...(kindOf(n) === 'named' && { change: `chg${n}` }) },
    task: 'deploy',
    description: `Release ${n}`,
    environment: kindOf(n) === 'staging' ? 'staging' : 'production',
    created_at: minute(startOf(n) + 1),
  },
  repository: { name: service(n), full_name: service(n), html_url: 'https://github.com/shop/service' },
})

/** Notifications of Alertmanager: each group has two alerts that overlap, and fires once more later. */
export function alertsOf(groups: number): Sent[] {
  return Array.from({ length: groups }, (_, n) => n).flatMap((n) => {
    const begun = n * 60
    const notify = (...alerts: readonly (readonly [name: string, from: number, to?: number])[]) => ({
      headers: {},
      body: {
        groupKey: `{}:{alertname="Slow", service="${service(n)}", n="${n}"}`,
        commonLabels: { alertname: 'Slow', service: service(n), severity: 'critical' },
        commonAnnotations: { summary: `Slow ${n}` },
        alerts: alerts.map(([fingerprint, from, to]) => ({
          fingerprint,
          labels: { severity: 'critical' },
          startsAt: minute(begun + from),
          status: to === undefined ? 'firing' : 'resolved',
          endsAt: to === undefined ? null : minute(begun + to),
        })),
      },
    })
    return [
      notify(['a', 1]),
      notify(['a', 1], ['b', 4]),
      notify(['a', 1, 6], ['b', 4]),
      notify(['b', 4, 9]),
      notify(['a', 40]),
      notify(['a', 40, 44]),
    ]
  })
}

/** Each event twice, in any order. */
export const twiceInDisorder = <Item>(items: readonly Item[]): Item[] =>
  createRandom('events in disorder').shuffle([...items, ...items])
