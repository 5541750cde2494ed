import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listFilterValues as contract } from '#lib/contracts/app/search.ts'
import { createArticle } from '#server/articles/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertPeople } from '#server/reviews/testing.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { products, users } from '#server/schema/directory.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listFilterValues } from './filter-values.ts'

const database = provideTestDatabase()

const ctx = () => testContext(database.db)
const at = '2026-03-01T00:00:00.000Z'

test('is empty without records', async () => {
  expect(await listFilterValues(ctx())).toEqual({
    services: [],
    product_categories: [],
    improvement_categories: [],
    improvement_priorities: [],
    lesson_categories: [],
    tags: [],
    technologies: [],
    people: [],
  })
})

test('lists each used value once, in alphabetical order, with the names of known people', async () => {
  const { db } = database
  const change = { title: 'x', state: 'closed', type: 'normal', origin: 'entry', createdAt: at, updatedAt: at } as const
  await db.insert(changes).values([
    { ...change, number: 'CHG1', affectedServices: ['payments', 'Billing'], assignedTo: 'tomas@hindsight.example' },
    { ...change, number: 'CHG2', affectedServices: ['payments'], assignedTo: null },
  ])
  const incident = {
    shortDescription: 'x',
    priority: '2',
    state: 'closed',
    openedAt: at,
    origin: 'entry',
    updatedAt: at,
  } as const
  await db.insert(incidents).values([
    { ...incident, number: 'INC1', affectedService: 'archive' },
    { ...incident, number: 'INC2', affectedService: null },
  ])
  const product = { name: 'x', description: 'x', price: 1, origin: 'entry' }
  await db.insert(products).values(
    ['Monitors', 'Cables', 'Monitors', 'Docks', 'Cables'].map((category, index) => ({
      ...product,
      id: `p${index}`,
      category,
    })),
  )
  const improvement = { title: 'x', source_type: 'pir', source_ref: 'PIR-1', target_date: '2026-05-01' }
  await createImprovement(ctx(), {
    ...improvement,
    owner: 'ines@hindsight.example',
    category: 'testing',
    priority: 'high',
  })
  await createImprovement(ctx(), { ...improvement, owner: 'ines@hindsight.example', priority: 'low' })
  await createArticle(ctx(), {
    content: 'x',
    metadata: { category: 'planning', tags: ['b', 'a'], technologies: ['kafka'] },
  })
  await createArticle(ctx(), { content: 'x', metadata: { category: 'planning', tags: ['a'], technologies: ['Envoy'] } })
  await db.insert(reviews).values({
    reference: 'PIR-2026-0001',
    changeNumber: 'CHG1',
    status: 'in_progress',
    reviewer: 'noor@hindsight.example',
    reviewerName: 'Noor',
    origin: 'entry',
    createdAt: at,
    updatedAt: at,
  })
  await insertPeople(db, {
    'ines@hindsight.example': 'Ines Marchetti',
    'noor@hindsight.example': 'Noor Haddad',
    'nobody@hindsight.example': 'Not in use',
  })
  await db.update(users).set({ isActive: false }).where(eq(users.name, 'Noor Haddad'))
  expect(contract.response.parse(await listFilterValues(ctx()))).toEqual({
    services: ['archive', 'Billing', 'payments'],
    product_categories: ['Cables', 'Docks', 'Monitors'],
    improvement_categories: ['testing'],
    improvement_priorities: ['high', 'low'],
    lesson_categories: ['planning'],
    tags: ['a', 'b'],
    technologies: ['Envoy', 'kafka'],
    people: [
      { name: 'Ines Marchetti', email: 'ines@hindsight.example', has_left: false },
      { name: 'Noor Haddad', email: 'noor@hindsight.example', has_left: true },
      { name: 'tomas@hindsight.example', email: 'tomas@hindsight.example', has_left: false },
    ],
  })
})
