import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeActions, productActions } from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import { createArticle } from '#server/articles/commands.ts'
import { deleteImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { findTablesReadWhole } from '#server/platform/db/testing-plan.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { insertChange, insertOwed, newAction } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { listChangeHistory, listHistory } from './queries.ts'

const database = provideTestDatabase()

const all = { page: 1, limit: 100 }
const at = (hour: number, person = testPerson('reviewer')): Context =>
  testContext(database.db, person, new Date(Date.UTC(2026, 2, 10, hour)))
const byToken = (hour: number): Context => ({ ...at(hour), actor: testToken })

const addChange = (number: string) => insertChange(database.db, number)
const createInput = (source_ref: string, title: string) =>
  newAction(source_ref, { title, owner: 'ines@hindsight.example' })

describe('listHistory', () => {
  beforeAll(async () => {
    const write = (hour: number, name: string, action: 'create' | 'update' | 'delete', id: string) =>
      recordEvent(
        { ...at(hour, { ...testPerson('manager'), name }), requestId: `request-${hour}` },
        productActions[action],
        id,
        { title: { from: null, to: 'x' } },
      )
    await write(1, 'Ada Öberg', 'create', 't1')
    await write(2, 'Bob 100%', 'update', 't1')
    await write(3, 'Ada Öberg', 'delete', 't1')
    await write(4, 'Bob 100%', 'create', 't2')
  })
  const hours = async (query: Partial<Parameters<typeof listHistory>[1]>) => {
    const { rows, total } = await listHistory(at(12), { entity_type: 'product', ...all, ...query })
    expect(total).toBe(rows.length)
    return rows.map((row) => Number(row.at.slice(11, 13)))
  }

  test('returns entries in the form of the contract, newest first', async () => {
    expect(await hours({})).toEqual([4, 3, 2, 1])
    const { rows } = await listHistory(at(12), { ...all, entity_id: 't2' })
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        at: '2026-03-10T04:00:00.000Z',
        actor_kind: 'account',
        actor_name: 'Bob 100%',
        action: 'create',
        action_name: 'create',
        entity_type: 'product',
        entity_id: 't2',
        changes: { title: { from: null, to: 'x' } },
        request_id: 'request-4',
        names: {},
      },
    ])
  })

  test.each([
    [{ entity_id: 't1' }, [3, 2, 1]],
    [{ actor: 'ada ö' }, [3, 1]],
    [{ actor: 'ÖBERG' }, [3, 1]],
    [{ actor: '0%' }, [4, 2]],
    [{ actor: '%' }, [4, 2]],
    [{ actor: '_' }, []],
    [{ action: 'update' }, [2]],
    [{ from: '2026-03-10T02:00:00Z' }, [4, 3, 2]],
    [{ to: '2026-03-10T02:00:00Z' }, [1]],
    [{ from: '2026-03-10T02:00:00Z', to: '2026-03-10T04:00:00Z' }, [3, 2]],
    [{ from: '2026-03-10T02:00:00Z', to: '2026-03-10T02:00:00Z' }, []],
    [{ request_id: 'request-3' }, [3]],
    [{ entity_id: 't1', actor: 'bob', action: 'create' }, []],
  ] as const)('filters by %j', async (query, expected) => {
    expect(await hours(query)).toEqual(expected)
  })

  test('returns pages, with the total past the end too', async () => {
    const page = (number: number) => listHistory(at(12), { entity_type: 'product', page: number, limit: 3 })
    expect((await page(2)).rows.map((row) => row.at.slice(11, 13))).toEqual(['01'])
    expect(await page(9)).toEqual({ rows: [], total: 4 })
  })
})

describe('listChangeHistory', () => {
  const reference = 'PIR-2026-0042'

  beforeAll(async () => {
    for (const number of ['CHG2', 'CHG3']) await addChange(number)
    await insertOwed(database.db, 'CHG1', { reference, reviewer: 'noor@hindsight.example', reviewerName: 'Noor' })
    await recordEvent(at(1), reviewActions.create, reference, {})
    await createImprovement(at(2), createInput(reference, 'Kept'))
    const { id } = await createImprovement(at(3), createInput(reference, 'Removed'))
    await deleteImprovement(at(4), id)
    await createArticle(at(5), { content: '# By change', metadata: { source_change: 'CHG1' } })
    await createArticle(at(6), { content: '# By review', metadata: { source_pir: reference } })
    await createArticle(at(6), { content: '# By both', metadata: { source_change: 'CHG1', source_pir: reference } })
    await updateChange(byToken(7), 'CHG1', { pir_outcome: 'failed', pir_reference: reference })

    await recordEvent(at(1), reviewActions.create, 'PIR-2026-0043', {})
    await createImprovement(at(2), createInput('PIR-2026-0043', 'Of another review'))
    await updateChange(byToken(3), 'CHG2', { pir_reference: 'PIR-2025-0007' })
    await createImprovement(at(4), createInput('PIR-2025-0007', 'Registered by a client'))
    await recordEvent(at(5), changeActions.update, 'CHG10', {})
  })

  test('returns entries of the change, its review, improvements (deleted ones too) and lessons', async () => {
    const { rows, total } = await listChangeHistory(at(12), 'CHG1', all)
    expect(rows.map((row) => `${row.at.slice(11, 13)} ${row.action} ${row.entity_type}`)).toEqual([
      '07 update change',
      '06 create article',
      '06 create article',
      '05 create article',
      '04 delete improvement',
      '03 create improvement',
      '02 create improvement',
      '01 create review',
    ])
    expect(total).toBe(8)
  })

  test('uses the reference that a client wrote, even without a review here', async () => {
    const { rows } = await listChangeHistory(at(12), 'CHG2', all)
    expect(rows.map((row) => `${row.action} ${row.entity_type}`)).toEqual(['create improvement', 'update change'])
  })
})

describe('names', () => {
  test('names the people and records of an entry', async () => {
    await database.db.execute(sql`
      insert into users (id, name, name_key, email, bio, location, origin, created_at)
      values ('usr_ines', 'Ines Marchetti', 'ines marchetti', 'Ines@hindsight.example', '', '', 'entry', now())`)
    const { id } = await createImprovement(at(2), createInput('PIR-2026-0099', 'Rehearse'))
    const [event] = (await listHistory(at(12), { ...all, entity_id: id })).rows
    expect(event?.names).toEqual({ [id]: 'Rehearse', 'ines@hindsight.example': 'Ines Marchetti' })
  })
})

describe('with a long history', () => {
  beforeAll(async () => {
    await database.db.execute(sql`
      insert into ${auditEvents} (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
      select 'evt_many_' || n, timestamptz '2025-01-01' + n * interval '1 minute', 'account', 'acc_' || n % 50,
        'Person ' || n % 50, case n % 10 when 0 then 'delete' else 'update' end,
        (array['change', 'improvement', 'article', 'review'])[1 + n % 4], 'many_' || n % 5000,
        json_build_object('source_ref', json_build_object('from', 'PIR-' || n, 'to', null)), 'request-many-' || n / 3
      from generate_series(1, 30000) n`)
    await database.db.execute(sql`
      insert into improvements (id, title, source_type, source_ref, owner, target_date, status, origin, created_at, updated_at)
      select 'imp_' || n, 'Title', 'pir', 'PIR-' || n, 'a@b.example', '2026-01-01', 'open', 'entry', now(), now()
      from generate_series(1, 5000) n`)
    await database.db.execute(sql`
      insert into articles (id, content, source_change, source_pir, tags, technologies, created, origin, created_at, updated_at)
      select 'kb_' || n, 'Text', 'CHG' || n, 'PIR-' || n, '{}', '{}', '2026-01-01', 'entry', now(), now()
      from generate_series(1, 5000) n`)
    await database.db.execute(sql`
      insert into changes (number, title, state, type, affected_services, origin, created_at, updated_at)
      select 'CHGM' || n, 'Title', 'closed', 'normal', '{}', 'entry', now(), now() from generate_series(1, 5000) n`)
    await database.db.execute(sql`
      insert into reviews (reference, change_number, status, reviewer, reviewer_name, origin, created_at, updated_at)
      select 'PIR-' || n, 'CHGM' || n, 'completed', 'a@b.example', 'A', 'entry', now(), now()
      from generate_series(1, 5000) n`)
    await database.db.execute(sql`
      insert into users (id, name, name_key, email, bio, location, origin, created_at)
      select 'usr_' || n, 'Person', 'person', 'person' || n || '@example.org', '', '', 'entry', now()
      from generate_series(1, 5000) n`)
    await database.db.execute(sql`
      insert into accounts (id, email, name, role, origin, created_at, updated_at)
      select 'acc_many_' || n, 'person' || n || '@example.org', 'Person', 'viewer', 'entry', now(), now()
      from generate_series(1, 5000) n`)
    await database.db.execute(sql`
      insert into former_numbers (entity_type, former, number, last_at, last_id)
      select 'change', 'CHGF' || n, 'CHGM' || n, now(), 'evt_many_' || n from generate_series(1, 5000) n`)
    await database.db.execute(sql`analyze`)
  })
  const read = (work: (ctx: Context) => Promise<unknown>) =>
    findTablesReadWhole(database.pool, (db) => work({ ...at(12), db }))

  test('finds the entries of a change by indexes only', async () => {
    expect(await read((ctx) => listChangeHistory(ctx, 'CHGM77', all))).toEqual([])
    expect(await read((ctx) => listChangeHistory(ctx, 'CHG1', all))).toEqual([])
  })

  test.each([
    { entity_type: 'change', entity_id: 'many_4' },
    { request_id: 'request-many-77' },
    { from: '2025-01-03T00:00:00Z', to: '2025-01-03T01:00:00Z' },
  ])('finds the entries by %j by an index', async (query) => {
    expect(await read((ctx) => listHistory(ctx, { ...all, ...query }))).toEqual([])
  })
})
