import { expect, test } from 'vitest'
import { readPriorityLevel } from './priority-level.ts'

test.each([
  ['1 - Critical', 1],
  ['2 - High', 2],
  ['3 - Moderate', 3],
  ['4 - Low', 4],
  ['5 - Planning', 5],
  ['P2', 2],
  ['p-3', 3],
  ['SEV-1', 1],
  ['Severity 4', 4],
  ['Priority 3', 3],
  ['Critical', 1],
  ['Highest', 1],
  ['very low', 5],
  ['Medium', 3],
  [' minor ', 4],
  ['P0', 0],
  ['SEV0', 0],
  ['Priority 0', 0],
  ['Kritisch', 1],
  ['1 - Kritisch', 1],
  ['Hoch', 2],
  ['Élevée', 2],
  ['e\u0301leve\u0301e', 2],
  ['Moyenne', 3],
  ['Gemiddeld', 3],
  ['Très basse', 5],
  ['muy baja', 5],
  ['Laag', 4],
  ['2 - Normal', 2],
])('reads %j as %d', (wording, level) => {
  expect(readPriorityLevel(wording)).toBe(level)
})

test.each([
  '',
  'unspecified',
  '17',
  '6',
  '0',
  '1',
  ' 5 ',
  'highway',
  '2.5',
  'P10',
  'Wichtig',
  'Hochzeit',
  '4 - Urgent',
  '1 - Low',
])('reads no level from %j', (wording) => {
  expect(readPriorityLevel(wording)).toBeNull()
})
