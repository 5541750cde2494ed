import { expect, test } from 'vitest'
import { trackerKinds } from '#server/connections/all-kinds.ts'
import type { FakeTracker } from './testing-fake-tracker.ts'
import { createFake, trackerFor } from './testing-fakes.ts'

/** A fake tracker in which somebody writes to the first issue before every page but the first. */
function writtenMeanwhile(fake: FakeTracker): FakeTracker {
  let pages = 0
  return {
    ...fake,
    respond(request) {
      const [first] = fake.store.issues
      if (pages++ > 0 && pages < 5 && first) fake.store.edit(first, { title: `Edit ${pages}` })
      return fake.respond(request)
    },
  }
}

// The tokens of a search in Jira continue where its last page ended.
test.each(trackerKinds.filter((kind) => kind !== 'jira'))(
  'no change in %s is missed while others are written between pages',
  async (kind) => {
    let clock = Date.parse('2026-03-10T12:00:00Z')
    const fake = createFake(kind, { pageSize: 2, now: () => (clock += 1_000) })
    for (let count = 0; count < 9; count++) fake.store.add({ status: fake.statuses[0] ?? '' })
    const { issues } = await trackerFor(writtenMeanwhile(fake)).changedSince(fake.project, new Date(0))
    const numbers = issues.map(({ key }) => Number(/\d+$/.exec(key)?.[0])).filter((number) => number < 100_000)
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  },
)
