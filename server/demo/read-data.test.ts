import { expect, test } from 'vitest'
import { z } from 'zod'
import { once, parseData } from './read-data.ts'
import { readStories } from './story.ts'

const Rows = z.strictObject({ rows: z.array(z.strictObject({ name: z.string(), minutes: z.int() })) })

test('reads YAML with anchors and merge keys', () => {
  const text = 'rows:\n  - &first { name: one, minutes: 5 }\n  - { <<: *first, name: two }\n'
  expect(parseData('rows.yaml', text, Rows)).toEqual({
    rows: [
      { name: 'one', minutes: 5 },
      { name: 'two', minutes: 5 },
    ],
  })
})

test.each([
  ['a wrong value', 'rows: [ { name: one, minutes: soon } ]', /rows\.yaml is invalid:.*at rows\[0\]\.minutes/s],
  ['an unknown key', 'rows: [ { name: one, minutes: 5, hours: 1 } ]', /rows\.yaml is invalid:.*"hours".*at rows\[0\]/s],
  ['text that is not YAML', 'rows: [', /rows\.yaml is not YAML: .*line 1/],
])('names the file and the position of %s', (_, text, message) => {
  expect(() => parseData('rows.yaml', text, Rows)).toThrow(message)
})

test('has stories with unique keys and existing people, services and evidence', () => {
  const stories = readStories()
  expect(new Set(stories.map(({ key }) => key)).size).toBe(stories.length)
  const finished = stories.flatMap(({ improvements }) =>
    improvements.filter(({ status }) => status === 'done' || status === 'verified'),
  )
  expect(finished.filter(({ evidence }) => !evidence)).toEqual([])
})

test('calls the function once', () => {
  let calls = 0
  const next = once(() => ++calls)
  expect([next(), next()]).toEqual([1, 1])
})
