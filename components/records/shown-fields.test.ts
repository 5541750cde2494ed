import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ChangeWrite } from '#lib/contracts/change-writes.ts'
import { ChangeRecord, longFields } from '#lib/contracts/changes.ts'
import { Incident } from '#lib/contracts/incidents.ts'

const root = join(import.meta.dirname, '../..')
const readFiles = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))

/** Shown by the component of deployments, and by the names of the people of a change. */
const shownElsewhere = ['rolled_back_at', 'approved_by']

test.each([
  ['incident', Incident, 'components/incidents/incident-{page,facts,badges}.tsx'],
  ['change', ChangeRecord, '{components/{changes,records},lib/domain/change}/!(*.test).{ts,tsx}'],
])('the page of a record shows each of its fields: %s', (noun, { shape }, pattern) => {
  const files = readFiles(pattern)
  const isShown = (name: string) => {
    // `change.title`, or `{ title: text } = change` and a parameter `{ title: text }: …`: a word alone may be another.
    const use = new RegExp(`\\b${noun}\\??\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}(?: = ${noun}\\b|: (?!.*\\?))`)
    return shownElsewhere.includes(name) || files.some((text) => use.test(text))
  }
  const missing = Object.keys(shape).filter((name) => !isShown(name))
  expect(missing, `show ${noun}.<field> in ${noun}-facts.tsx`).toEqual([])
})

/** Longer texts of a change are in no list of a page, which may have many rows. */
const maxLengthInLists = 1_000

test('lists of pages omit each long field of a change', () => {
  const long = Object.entries(ChangeWrite.shape).filter(([, field]) => {
    const text = JSON.stringify(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }))
    const lengths = [...text.matchAll(/"maxLength":(\d+)/g)].map(([, length]) => Number(length))
    return text.includes('"type":"object"') || Math.max(0, ...lengths) > maxLengthInLists
  })
  expect(long.length).toBeGreaterThan(3)
  expect(
    long.map(([name]) => name).filter((name) => !(name in longFields)),
    'add them to longFields',
  ).toEqual([])
})
