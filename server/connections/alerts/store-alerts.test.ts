import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AlertState } from '#lib/domain/sent-events.ts'
import { type Alerts, compactIncident, groupIntoIncidents, mergeAlerts } from './store-alerts.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 2, minute)).toISOString()
const alert = (key: string, from: number, to: number | null = null): AlertState => ({
  key: `${key} ${at(from)}`,
  startedAt: at(from),
  resolvedAt: to === null ? null : at(to),
  at: at(to ?? from),
})
const sent = (...notifications: readonly (readonly AlertState[])[]) =>
  groupIntoIncidents(notifications.reduce(mergeAlerts, {}))
const times = (incidents: ReturnType<typeof sent>) =>
  incidents.map(({ startedAt, resolvedAt }) => [startedAt, resolvedAt])

describe('a group of alerts', () => {
  test('is one incident from its first alert until all are resolved', () => {
    const begun = [[alert('a', 1)], [alert('a', 1, 9), alert('b', 4)]]
    expect(times(sent(...begun))).toEqual([[at(1), null]])
    expect(times(sent(...begun, [alert('b', 4, 7)]))).toEqual([[at(1), at(9)]])
  })

  test('stays resolved when an older notification comes late', () => {
    expect(times(sent([alert('a', 1, 9)], [alert('a', 1)]))).toEqual([[at(1), at(9)]])
  })

  test('is another incident when it fires again after its resolution', () => {
    expect(times(sent([alert('a', 1, 9)], [alert('b', 20)]))).toEqual([
      [at(1), at(9)],
      [at(20), null],
    ])
  })

  test('goes on when an alert fires again whose resolution got lost', () => {
    expect(times(sent([alert('a', 1)], [alert('a', 20, 30)]))).toEqual([[at(1), at(30)]])
  })

  const day = 24 * 60
  const compacted = (alerts: Alerts) =>
    groupIntoIncidents(alerts).map((incident) => compactIncident(incident, Object.keys(incident.alerts)[0] ?? ''))
  const merged = (...alerts: readonly AlertState[]) => mergeAlerts({}, alerts)

  test('forgets alerts that ended a week before, and stays one incident from its beginning', () => {
    const [incident] = compacted(
      merged(alert('a', 0, 9), alert('b', 8, 30), alert('c', 20, 9 * day), alert('d', 8 * day)),
    )
    expect(Object.keys(incident?.alerts ?? {})).toEqual([`a ${at(0)}`, `c ${at(20)}`, `d ${at(8 * day)}`])
    expect(times(groupIntoIncidents(incident?.alerts ?? {}))).toEqual([[at(0), null]])
    const [later] = compacted(mergeAlerts(incident?.alerts ?? {}, [alert('d', 8 * day, 20 * day), alert('a', 0, 9)]))
    expect(Object.keys(later?.alerts ?? {})).toEqual([`a ${at(0)}`, `d ${at(8 * day)}`])
    expect(times(groupIntoIncidents(later?.alerts ?? {}))).toEqual([[at(0), at(20 * day)]])
  })

  test('stores no more than a thousand alerts and its first one', () => {
    const many = Array.from({ length: 3000 }, (_, index) => alert(`a${index}`, index, index + 2))
    const [incident, another] = compacted(merged(...many))
    expect(another).toBeUndefined()
    expect(Object.keys(incident?.alerts ?? {})).toHaveLength(1001)
    expect(times(groupIntoIncidents(incident?.alerts ?? {}))).toEqual([[at(0), at(3001)]])
  })

  test('is the same whatever the order of its notifications, and however often each comes', () => {
    const anyAlert = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 9 }), fc.option(fc.integer({ min: 1, max: 4 })))
      .map(([key, from, length]) => alert(key, from, length === null ? null : from + length))
    const notifications = fc.array(fc.array(anyAlert, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })
    const cases = notifications.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
    )
    fc.assert(
      fc.property(cases, ([all, shuffled]) => {
        expect(sent(...shuffled)).toEqual(sent(...all))
      }),
    )
  })
})
