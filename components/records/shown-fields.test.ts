import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { Incident } from '#lib/contracts/incidents.ts'

const root = join(import.meta.dirname, '../..')
const readSources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

/** Fields that the page of a change shows in a component of their own. */
const shownByReview = ['pir_completed', 'pir_reference', 'pir_outcome', 'pir_date']
const shownByDeployments = ['rolled_back_at']

test.each([
  ['an incident', Incident.shape, 'components/incidents/incident-{page,facts,badges}.tsx', [] as string[]],
  [
    'a change',
    ChangeRecord.shape,
    '{components/{changes,records},lib/domain/change}/*.{ts,tsx}',
    [...shownByReview, ...shownByDeployments],
  ],
])('the page of %s shows each of its fields', (_, shape, files, shownElsewhere) => {
  const text = readSources(files)
  const isShown = (name: string) => shownElsewhere.includes(name) || new RegExp(`\\b${name}\\b`).test(text)
  const advice = 'Show the field beside the other facts of the page (incident-facts.tsx, change-facts.tsx)'
  expect(
    Object.keys(shape).filter((name) => !isShown(name)),
    advice,
  ).toEqual([])
})
