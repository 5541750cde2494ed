import { beforeAll, expect, test } from 'vitest'
import { offerLessons } from '#server/articles/offer-lessons.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { articleVotes } from '#server/schema/articles.ts'
import { buildDemoData } from './build-demo-data.ts'
import { seedDemoData } from './seed.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const database = provideTestDatabase()
beforeAll(async () => {
  await seedDemoData(database.db, now)
})

test('has votes for and against by people of the demo, none after the seeding', async () => {
  const votes = await database.db.select().from(articleVotes)
  const people = new Set(buildDemoData(now).users.map(({ email }) => email))
  expect(votes.length).toBeGreaterThan(30)
  expect(new Set(votes.map(({ isUseful }) => isUseful))).toEqual(new Set([true, false]))
  expect(votes.filter(({ voter, votedAt }) => !people.has(voter) || votedAt > now.toISOString())).toEqual([])
})

test('is written once', async () => {
  const before = await database.db.select().from(articleVotes)
  await seedDemoData(database.db, now)
  expect(await database.db.select().from(articleVotes)).toHaveLength(before.length)
})

test.each([
  ['Upgrade the payments database from PostgreSQL 17 to 18', 'Time a database upgrade on a copy of the full size'],
  ['Refuse TLS 1.0 and 1.1 on the edge proxies', 'Rotate one proxy first and let every kind of client use it'],
  ['Update the access switches in Graz', 'Compare power as well as packets after a switch update'],
  ['Release order-service 8.6 with split shipments', 'Regions are only equal if their dependencies are'],
])('offers “%s” the most useful lesson first', async (title, lesson) => {
  const change = buildDemoData(now).changes.find((one) => one.title === title)
  const { rows } = await offerLessons(testContext(database.db), {
    for_change: change?.number ?? '',
    page: 1,
    limit: 3,
  })
  expect(rows[0]?.content).toContain(`# ${lesson}`)
})
