import { expect, test } from 'vitest'
import { findMostUrgentLevel } from './counted-incidents.ts'

const linked = { related_change: 'CHG1', caused_by_change: null, priority_level: 3 }
const free = { related_change: null, caused_by_change: null, priority_level: 3 }
const from = (field: string, value: unknown, to: unknown) => ({ [field]: { from: value, to } })

test.each<
  [string, Parameters<typeof findMostUrgentLevel>[1], Parameters<typeof findMostUrgentLevel>[2], number | null]
>([
  ['as it is', linked, [], 3],
  ['that names another change', free, [], null],
  ['that is confirmed', { ...free, caused_by_change: 'CHG1' }, [], 3],
  ['that was more urgent since it was linked', linked, [from('priority_level', 1, 3)], 1],
  [
    'that was more urgent only before it was linked',
    linked,
    [from('priority_level', 1, 3), from('related_change', null, 'CHG1')],
    3,
  ],
  ['that was unlinked', free, [from('related_change', 'CHG1', null)], 3],
  [
    'that was unlinked and then rated again',
    free,
    [from('related_change', 'CHG1', null), from('priority_level', 1, 3)],
    1,
  ],
  ['that was confirmed', free, [from('caused_by_change', 'CHG1', null)], 3],
  ['that was deleted', null, [from('related_change', 'CHG1', null)], null],
  [
    'that was deleted with its level',
    null,
    [{ ...from('related_change', 'CHG1', null), ...from('priority_level', 2, null) }],
    2,
  ],
])('an incident %s', (_, current, history, level) => {
  expect(findMostUrgentLevel('CHG1', current, history)).toBe(level)
})
