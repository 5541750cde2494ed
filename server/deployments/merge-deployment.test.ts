import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import { type DeploymentState, mergeDeployment } from './merge-deployment.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 2, minute)).toISOString()
const event = (
  minute: number,
  status: DeploymentEvent['status'],
  more: Partial<DeploymentEvent> = {},
): DeploymentEvent => ({
  kind: 'deployment',
  remoteId: '1',
  at: at(minute),
  status,
  startedAt: null,
  createdAt: at(0),
  service: 'payments',
  environment: 'production',
  isProduction: true,
  isRollback: false,
  facts: { change: null, title: null, ref: 'main', sha: null, url: null, text: null },
  ...more,
})
const mergeAll = (events: readonly DeploymentEvent[]) => events.reduce<DeploymentState | null>(mergeDeployment, null)

test('begins when the work begins, and ends with the first terminal status', () => {
  const events = [event(0, 'waiting'), event(3, 'running'), event(9, 'succeeded'), event(50, 'failed')]
  expect(mergeAll(events)).toMatchObject({ status: 'succeeded', startedAt: at(3), endedAt: at(9) })
})

const anyEvent = fc
  .record({
    minute: fc.integer({ min: 0, max: 6 }),
    status: fc.constantFrom(...(['waiting', 'running', 'succeeded', 'failed', 'canceled'] as const)),
    isRollback: fc.boolean(),
    environment: fc.constantFrom('production', 'staging'),
    createdAt: fc.constantFrom(null, at(0), at(2)),
    title: fc.constantFrom(null, 'CHG0000001', 'Restart'),
  })
  .map(({ minute, status, title, ...more }) =>
    event(minute, status, { ...more, facts: { ...event(0, 'waiting').facts, title } }),
  )

test('is the same whatever the order of its events, and however often each comes', () => {
  const eventsAndDelivery = fc
    .array(anyEvent, { minLength: 1, maxLength: 8 })
    .chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
    )
  fc.assert(
    fc.property(eventsAndDelivery, ([events, delivered]) => {
      expect(mergeAll(delivered)).toEqual(mergeAll(events))
    }),
  )
})
