import { beforeAll, expect, test } from 'vitest'
import { articleFields } from '#lib/contracts/articles.ts'
import { change } from '#lib/contracts/changes.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { incident } from '#lib/contracts/incidents.ts'
import { listArticles } from '#server/articles/queries.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import type { Database } from '#server/platform/db/client.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { countRowsRead } from '#server/platform/db/testing-plan.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await database.pool.query(`
    insert into changes (number, title, state, type, affected_services, origin, created_at, updated_at)
      select 'CHG' || i, 'Upgrade', 'closed', 'normal', '{}', 'entry', now(), now() from generate_series(1, 5000) i;
    insert into incidents (number, short_description, priority, state, opened_at, related_change, caused_by_change, origin, updated_at)
      select 'INC' || i, 'Slow', '1', 'closed', now(), 'CHG' || i, 'CHG' || i, 'entry', now() from generate_series(1, 5000) i;
    insert into articles (id, content, source_change, tags, technologies, created, origin, created_at, updated_at)
      select 'kb_' || i, 'Rehearse', 'CHG' || i, '{}', '{}', now(), 'entry', now(), now() from generate_series(1, 5000) i;
    analyze`)
})

const page = { page: 1, limit: 25 }
const listNumberFields = (fields: FilterFields) => Object.keys(fields).filter((name) => fields[name]?.isNumber)
const searches = Object.entries({
  changes: [change.filterFields, listChanges],
  incidents: [incident.filterFields, listIncidents],
  articles: [articleFields, listArticles],
} as const).flatMap(([table, [fields, list]]) =>
  listNumberFields(fields).map((field) => ({
    table,
    field,
    find: (db: Database) => list({ ...testContext(db), db }, { ...page, query: `${field} = CHG30` }),
  })),
)

test.each(searches)('$table are found by $field in an index, however many there are', async ({ table, find }) => {
  expect(await countRowsRead(table, database.pool, find)).toBeLessThan(10)
})
