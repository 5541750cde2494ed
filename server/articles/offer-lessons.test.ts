import { beforeAll, describe, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertArticle, insertChange } from '#server/reviews/testing.ts'
import { articles } from '#server/schema/articles.ts'
import { listArticles } from './queries.ts'

const database = provideTestDatabase({ empty: [articles] })
beforeAll(async () => {
  const { db } = database
  await insertChange(db, 'CHG-OLD', { affectedServices: ['harbour-db'] })
  await insertChange(db, 'CHG-PLANNED', {
    title: 'Upgrade the harbour database to PostgreSQL 18',
    state: 'scheduled',
    affectedServices: ['harbour-db'],
    implementationPlan: { steps: ['Move the pilots', 'Renew the TLS certificate'] },
  })
})

type NewArticle = Partial<typeof articles.$inferInsert> & { id: string }
const publish = async (...rows: NewArticle[]) => {
  for (const row of rows)
    await insertArticle(database.db, row.id, { content: '# Printers\n\nAre out of paper.', ...row })
}
const ada = () => testContext(database.db, testPerson('viewer', 'acc_ada'))
const page = { page: 1, limit: 10 }
const offer = (more = {}) => listArticles(ada(), { for_change: 'CHG-PLANNED', ...page, ...more })
const listIds = ({ rows }: Awaited<ReturnType<typeof offer>>) => rows.map(({ id }) => id)

describe('listArticles for a change', () => {
  test("offers lessons by service, technology, tag and words, best first and with reasons, without the change's own", async () => {
    await publish(
      { id: 'A-service', sourceChange: 'CHG-OLD', polarity: 'positive' },
      { id: 'B-labels', technologies: ['postgresql', 'mongodb'], tags: ['tls', 'cooking'], polarity: 'negative' },
      { id: 'C-none' },
      { id: 'D-own', sourceChange: 'CHG-PLANNED' },
      { id: 'E-named', content: '# Ask the pilots\n\nThe harbour-db was slow.', tags: ['certificate'] },
    )
    const found = await offer()
    expect(listIds(found)).toEqual(['E-named', 'A-service', 'B-labels'])
    expect(found.total).toBe(3)
    const [named, service, labels] = found.rows
    expect(service?.fit).toEqual({
      score: 40,
      reasons: [
        { kind: 'service', points: 35, reason: 'Same service, harbour-db' },
        { kind: 'type', points: 5, reason: 'Also a normal change' },
      ],
    })
    expect(labels?.fit?.reasons.map(({ reason }) => reason)).toEqual(['Technology: postgresql', 'About: tls'])
    expect(named?.fit?.reasons.map(({ kind }) => kind)).toEqual(['service', 'tag', 'text'])
    expect((await listArticles(ada(), page)).rows.some((row) => 'fit' in row)).toBe(false)
  })

  test('is paged, and narrowed by filter and search', async () => {
    await publish(
      { id: 'P1', sourceChange: 'CHG-OLD', category: 'planning' },
      { id: 'P2', sourceChange: 'CHG-OLD', content: '# Rehearse\n\nTwice.' },
      { id: 'P3', sourceChange: 'CHG-OLD' },
    )
    const second = await offer({ page: 2, limit: 2 })
    expect([listIds(second), second.total]).toEqual([['P3'], 3])
    const past = await offer({ page: 3, limit: 2 })
    expect([listIds(past), past.total]).toEqual([[], 3])
    expect(listIds(await offer({ query: 'metadata.category = planning' }))).toEqual(['P1'])
    expect(listIds(await offer({ q: 'rehearsal OR rehearse' }))).toEqual(['P2'])
  })

  test.each([
    ['an unknown change', { for_change: 'CHG-NONE' }, /^for_change must be the number of a known change/],
    ['words of SQL', { for_change: `' or 1=1 --` }, /^for_change must/],
    ['a sort order', { sort: 'id' }, /^sort cannot be combined with for_change/],
  ])('rejects %s', async (_, more, message) => {
    await expect(offer(more)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(message),
    })
  })

  test('accepts a change and lessons with any words', async () => {
    await insertChange(database.db, 'CHG-ODD', { title: `' & | ! \\ <-> :*`, affectedServices: ['', '\\', `'`] })
    await publish({ id: 'O1', tags: ['', '&', `'`], technologies: ['\\'], content: `' \\ & \u0001` })
    expect((await listArticles(ada(), { for_change: 'CHG-ODD', ...page })).total).toBe(0)
  })
})
