import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listFilterValues as contract } from '#lib/contracts/app/search.ts'
import { createArticle } from '#server/articles/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertChange, insertIncident, insertOwed, insertPeople, newAction } from '#server/reviews/testing.ts'
import { products, users } from '#server/schema/directory.ts'
import { listFilterValues } from './filter-values.ts'

const database = provideTestDatabase()

const ctx = () => testContext(database.db)

test('is empty without records', async () => {
  expect(await listFilterValues(ctx())).toEqual({
    services: [],
    change_models: [],
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
  const reviewed = { status: 'in_progress', reviewer: 'noor@hindsight.example', reviewerName: 'Noor' } as const
  const services = ['payments', 'Billing']
  await insertOwed(db, 'CHG1', reviewed, { affectedServices: services, assignedTo: 'tomas@hindsight.example' })
  await insertChange(db, 'CHG2', { affectedServices: ['payments'], assignedTo: null, model: 'Grow a disk' })
  await insertIncident(db, 'INC1', null, { affectedService: 'archive' })
  await insertIncident(db, 'INC2', null, { affectedService: null })
  const product = { name: 'x', description: 'x', price: 1, origin: 'entry' }
  await db.insert(products).values(
    ['Monitors', 'Cables', 'Monitors', 'Docks', 'Cables'].map((category, index) => ({
      ...product,
      id: `p${index}`,
      category,
    })),
  )
  const owner = 'ines@hindsight.example'
  await createImprovement(ctx(), newAction('PIR-1', { owner, category: 'testing', priority: 'high' }))
  await createImprovement(ctx(), newAction('PIR-1', { owner, priority: 'low' }))
  await createArticle(ctx(), {
    content: 'x',
    metadata: { category: 'planning', tags: ['b', 'a'], technologies: ['kafka'] },
  })
  await createArticle(ctx(), { content: 'x', metadata: { category: 'planning', tags: ['a'], technologies: ['Envoy'] } })
  await insertPeople(db, {
    'ines@hindsight.example': 'Ines Marchetti',
    'noor@hindsight.example': 'Noor Haddad',
    'nobody@hindsight.example': 'Not in use',
  })
  await db.update(users).set({ isActive: false }).where(eq(users.name, 'Noor Haddad'))
  expect(contract.response.parse(await listFilterValues(ctx()))).toEqual({
    services: ['archive', 'Billing', 'payments'],
    change_models: ['Grow a disk'],
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
