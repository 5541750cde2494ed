import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { getDefaultIncidentWindow } from '#lib/domain/change/incident-window.ts'
import {
  type CandidateWeights,
  candidateWeights,
  isCandidate,
  scoreCandidate,
} from '#lib/domain/incidents/candidate-score.ts'
import { getChange } from '#server/changes/queries.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { changes } from '#server/schema/changes.ts'
import { rankIncidents } from './rank-incidents.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await seedDemoData(database.db, new Date('2026-11-20T12:00:00.000Z'))
})

const fourMonthsBefore = (moment: string) => new Date(Date.parse(moment) - 120 * 86_400_000).toISOString()

const others: CandidateWeights = { ...candidateWeights, service: 17, named: 0.31, halfLife: 9, text: 41, priority: 13 }

test.each([
  ['the weights in use', candidateWeights],
  ['other weights', others],
])('SQL and TypeScript agree on scores and candidates of the whole demo, with %s', async (_, weights) => {
  const rows = await database.db.select({ number: changes.number }).from(changes).where(eq(changes.state, 'closed'))
  const kinds = new Set<string>()
  for (const { number } of rows) {
    const change = await getChange(testContext(database.db), number)
    const { start, end } = getDefaultIncidentWindow(change)
    if (start === null || end === null) continue
    const request = { change, window: { from: fourMonthsBefore(start), to: end }, limit: 100, without: [], weights }
    const found = await rankIncidents(database.db, request)
    expect(found.total).toBe(found.rows.length)
    for (const { evidence, score } of found.rows) {
      const pure = scoreCandidate(evidence, weights)
      expect({ number, score, isCandidate: isCandidate(evidence, weights) }).toEqual({
        number,
        score: pure.score,
        isCandidate: true,
      })
      for (const { kind } of pure.parts) kinds.add(kind)
    }
    const all = await rankIncidents(database.db, {
      ...request,
      weights: { ...weights, minLikeness: 0, minScore: 0 },
    })
    const { rows: inspected } = await database.db.execute<{ count: number }>(sql`
      select count(*)::int as count from incidents
      where related_change = ${number} or opened_at between ${request.window.from} and ${request.window.to}`)
    expect(all.total).toBe(inspected[0]?.count)
    const admitted = all.rows.filter(({ evidence }) => isCandidate(evidence, weights))
    expect(admitted.map((row) => row.number).toSorted()).toEqual(found.rows.map((row) => row.number).toSorted())
    const scores = found.rows.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  }
  expect([...kinds].toSorted()).toEqual(['link', 'priority', 'service', 'text', 'time'])
})
