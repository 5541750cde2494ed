import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { createArticle } from '#server/articles/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { findTablesReadWhole } from '#server/platform/db/testing-plan.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { insertIncident, insertPeople, newAction } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'
import { reviews } from '#server/schema/reviews.ts'
import { searchAll } from './queries.ts'

const database = provideTestDatabase()
const ctx = () => testContext(database.db)
const moment = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()

const titles: readonly [number: string, title: string][] = [
  ['CHG0000001', 'Upgrade the payments database to PostgreSQL 18'],
  ['CHG0000002', 'Rotate the certificate of the load balancer'],
  ['CHG0000010', 'Raise max_connections by 50%'],
  ['CHG0000011', 'Raise max-connections'],
  ['CHG00000010', 'A number that another is the beginning of'],
  ['chg-lower-1', 'From another system'],
]

beforeAll(async () => {
  await database.db.insert(changes).values(
    titles.map(([number, title], index) => ({
      number,
      title,
      state: 'closed' as const,
      type: 'normal' as const,
      affectedServices: number === 'CHG0000002' ? ['edge'] : [],
      origin: 'entry',
      pirReference: number === 'CHG0000011' ? 'PIR-2024-0007' : null,
      createdAt: moment(index + 1),
      updatedAt: moment(index + 1),
    })),
  )
  const addIncident = (
    number: string,
    relatedChange: string | null,
    day: number,
    of: Parameters<typeof insertIncident>[3],
  ) => insertIncident(database.db, number, relatedChange, { openedAt: moment(day), affectedService: null, ...of })
  const card = { shortDescription: 'Card payments times out', causedByChange: 'CHG0000001' }
  await addIncident('INC0000200', 'CHG9', 1, card)
  await addIncident('INC0000201', 'CHG0000010', 2, { shortDescription: 'Login times out' })
  await addIncident('INC0000202', null, 3, { shortDescription: 'Printer is out of paper' })
  const review = (reference: string, changeNumber: string, status: 'in_progress' | 'completed') => ({
    reference,
    changeNumber,
    status,
    reviewer: 'ines.marchetti@Hindsight.example',
    reviewerName: 'Ines Marchetti',
    origin: 'entry',
    createdAt: moment(1),
    updatedAt: moment(1),
  })
  await database.db
    .insert(reviews)
    .values([
      review('PIR-2026-0090', 'CHG0000001', 'in_progress'),
      review('PIR-2026-0091', 'CHG0000002', 'completed'),
      review('PIR-2025-0900', 'CHG0000010', 'in_progress'),
    ])
  const people = ['Ines Marchetti', 'Åsa Bergström', 'Marc Ines', 'Zoë Laurent']
  const toEmail = (name: string) => `${foldForSorting(name).replace(' ', '.')}@Hindsight.example`
  await insertPeople(database.db, Object.fromEntries(people.map((name) => [toEmail(name), name])))
  for (const title of ['Rehearse upgrades on a full copy', 'Alert on 100% disk_usage']) {
    await createImprovement(ctx(), newAction('PIR-2026-0001', { title, owner: 'ines@hindsight.example' }))
  }
  await createArticle(ctx(), { content: '# Rehearsals pay\n\nMeasure the time of an upgrade.' })
  await createArticle(ctx(), { content: '# **Certificates** and their chains\n\nRehearsals are mentioned here.' })
  await createArticle(ctx(), {
    content: '# Of a service',
    metadata: { source_change: 'CHG0000002', tags: ['kubernetes'], technologies: ['Helm'] },
  })
  await createArticle(ctx(), { content: 'No heading, but `payments-db` is named.\n\nMonitoring was blind.' })
})

const found = (q: string) => searchAll(ctx(), { q })
const numbers = async (q: string) => (await found(q)).changes.map(({ number }) => number)
const names = async (q: string) => (await found(q)).people.map(({ name }) => name)
const articles = async (q: string) => (await found(q)).articles.map(({ title }) => title)

test.each([
  ['CHG0000002', ['CHG0000002']],
  ['chg0000002', ['CHG0000002']],
  ['CHG000001', ['CHG0000011', 'CHG0000010']],
  ['CHG000000', ['CHG0000002', 'CHG00000010', 'CHG0000001']],
  ['CHG0000001', ['CHG0000001', 'CHG00000010']],
  ['chg-lower', ['chg-lower-1']],
  ['000002', ['CHG0000002']],
  ['00001', ['CHG0000011', 'CHG0000010', 'CHG00000010', 'CHG0000001']],
  ['g-low', []],
  ['02', []],
  ['pir-2024-0007', ['CHG0000011']],
  ['2024-0007', []],
  ['payments POSTGRES', ['CHG0000001']],
  ['18 upgrade', ['CHG0000001']],
  ['raise', ['CHG0000011', 'CHG0000010']],
  ['max_conn', ['CHG0000010']],
  ['50%', ['CHG0000010']],
  ['%', ['CHG0000010']],
  ['CHG%', []],
  ['payments certificate', []],
  ['\\', []],
])('searchAll finds changes by %j', async (q, expected) => {
  expect(await numbers(q)).toEqual(expected)
})

test.each([
  ['PIR-2026-0090', ['PIR-2026-0090']],
  ['pir-2026', ['PIR-2026-0091', 'PIR-2026-0090']],
  ['0090', ['PIR-2026-0090']],
  ['090', ['PIR-2026-0090', 'PIR-2025-0900']],
  ['PIR-20%', []],
  ['payments', []],
])('searchAll finds reviews by %j', async (q, expected) => {
  expect((await found(q)).reviews.map(({ reference }) => reference)).toEqual(expected)
})

describe('searchAll finds incidents', () => {
  test.each([
    ['INC0000200', ['INC0000200']],
    ['inc0000200', ['INC0000200']],
    ['INC00002', ['INC0000202', 'INC0000201', 'INC0000200']],
    ['0201', ['INC0000201']],
    ['card payments', ['INC0000200']],
    ['TIMES out', ['INC0000201', 'INC0000200']],
    ['50%', []],
    ['INC%', []],
  ])('by %j', async (q, expected) => {
    expect((await found(q)).incidents.map(({ number }) => number)).toEqual(expected)
  })

  test('with the change that a review confirmed, else the one that it names', async () => {
    expect((await found('INC00002')).incidents.map(({ change }) => change)).toEqual([null, 'CHG0000010', 'CHG0000001'])
    expect((await found('INC0000200')).incidents).toEqual([
      {
        number: 'INC0000200',
        short_description: 'Card payments times out',
        state: 'closed',
        change: 'CHG0000001',
        affected_service: null,
      },
    ])
  })
})

test.each([
  ['ines', ['Ines Marchetti', 'Marc Ines']],
  ['marchetti ines', ['Ines Marchetti']],
  ['asa', ['Åsa Bergström']],
  ['BERGSTRÖM', ['Åsa Bergström']],
  ['zoe.laurent@hindsight', ['Zoë Laurent']],
  ['_', []],
  ['%', []],
])('searchAll finds people by %j', async (q, expected) => {
  expect(await names(q)).toEqual(expected)
})

test('searchAll lists people who left last, and says so', async () => {
  await database.db.update(users).set({ isActive: false }).where(eq(users.name, 'Ines Marchetti'))
  const { people } = await found('e')
  await database.db.update(users).set({ isActive: true })
  const shown = people.map(({ name, has_left: hasLeft }) => [name, hasLeft])
  const present = ['Åsa Bergström', 'Marc Ines', 'Zoë Laurent'].map((name) => [name, false])
  expect(shown).toEqual([...present, ['Ines Marchetti', true]])
})

test.each([
  ['UPGRADES rehearse', ['Rehearse upgrades on a full copy']],
  ['disk_', ['Alert on 100% disk_usage']],
  ['100%', ['Alert on 100% disk_usage']],
  ['rehearsal', []],
])('searchAll finds improvements by %j', async (q, expected) => {
  expect((await found(q)).improvements.map(({ title }) => title)).toEqual(expected)
})

describe('searchAll finds articles', () => {
  test.each([
    ['certif', ['Certificates and their chains']],
    ['payments-db', ['No heading, but payments-db is named.']],
    ['edge', ['Of a service']],
    ['Kubernetes', ['Of a service']],
    ['Helm', ['Of a service']],
    ['monitor', ['No heading, but payments-db is named.']],
    ['rehearsals', ['Rehearsals pay', 'Certificates and their chains']],
    ["o'clock", []],
    ['& | ! <->', []],
  ])('by %j', async (q, expected) => {
    expect(await articles(q)).toEqual(expected)
  })

  test('by number, or a part of it', async () => {
    const { articles: all } = await found('rehearsals')
    const id = all[0]?.id ?? ''
    expect(await articles(id)).toContain('Rehearsals pay')
    expect((await found(id.slice(3))).articles.map((article) => article.id)).toContain(id)
  })
})

describe('searchAll', () => {
  const groups = ['changes', 'reviews', 'incidents', 'people', 'improvements', 'articles']

  test('returns a result for any input', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc
        .array(fc.constantFrom("'", '\\', ':', '*', '&', '|', '!', '(', ')', '<->', '"', ' ', 'a', '%', '_'), {
          minLength: 1,
        })
        .map((parts) => parts.join('')),
      fc.string({ unit: fc.constantFrom('ꩃ', '\u0301', ' ', 'a'), minLength: 1, maxLength: 6 }),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const q = text.replaceAll('\0', '').toWellFormed().trim().slice(0, 100).toWellFormed()
        if (q !== '') expect(Object.keys(await found(q))).toEqual(groups)
      }),
      { numRuns: runs(20) },
    )
  })

  test('does not scan any table of records', async () => {
    await database.db.execute(sql`
      insert into changes (number, title, state, type, affected_services, origin, created_at, updated_at)
      select 'CHGM' || n, 'Title ' || n, 'closed', 'normal', '{}', 'entry', now() + n * interval '1 s', now()
      from generate_series(1, 30000) n`)
    await database.db.execute(sql`
      insert into articles (id, content, tags, technologies, created, origin, created_at, updated_at)
      select 'kb_' || n, '# Word' || n || chr(10) || 'Text' || n, '{}', '{}', '2026-01-01', 'entry', now(), now()
      from generate_series(1, 5000) n`)
    await database.db.execute(sql`
      insert into incidents (number, short_description, priority, state, opened_at, origin, updated_at)
      select 'INCM' || n, 'Outage ' || n, '3', 'closed', now() + n * interval '1 s', 'entry', now()
      from generate_series(1, 30000) n`)
    await database.db.execute(sql`
      insert into reviews (reference, change_number, status, origin, created_at, updated_at)
      select 'PIRM-' || n, 'CHGM' || n, 'completed', 'entry', now(), now() from generate_series(1, 30000) n`)
    await database.db.execute(sql`analyze`)
    const read = (q: string) => findTablesReadWhole(database.pool, (db) => searchAll({ ...ctx(), db }, { q }))
    for (const q of ['CHGM7', 'INCM7', 'M29999', '000', 'upgrade', 'outage', 'word77 text77']) {
      const tables = ['changes', 'reviews', 'incidents', 'articles']
      expect(
        (await read(q)).filter((table) => tables.includes(table)),
        q,
      ).toEqual([])
    }
  })

  test('finds people with a rare name anywhere, and with a common one among the newest', async () => {
    await database.db.execute(sql`
      insert into users (id, name, name_key, email, bio, location, origin, created_at)
      select 'usr_many' || n, name, lower(name), 'many' || n || '@hindsight.example', '', '', 'entry',
        timestamptz '2026-02-01' + n * interval '1 s'
      from generate_series(1, 10300) n cross join lateral (
        select case when n in (5, 6, 9000) then 'Rare' when n = 7 or n > 10000 then 'Often' else 'Other' end
          || ' Name' || lpad(n::text, 5, '0') as name
      ) named`)
    expect(await names('rare')).toEqual(['Rare Name00005', 'Rare Name00006', 'Rare Name09000'])
    expect((await names('often')).slice(0, 2)).toEqual(['Often Name10001', 'Often Name10002'])
    expect(await names('often name00007')).toEqual(['Often Name00007'])
  })

  test.each([
    ['the newest 10,000 by words that few have', 'title 20001', ['CHGM20001']],
    ['no older one', 'title 20000', []],
    ['by words that many have, the newest of them', 'Title', [0, 1, 2, 3, 4, 5].map((n) => `CHGM${30000 - n}`)],
    ['by words too short for an index', 'le 999', [9, 8, 7, 6, 5, 4].map((n) => `CHGM2999${n}`)],
  ])('searches the titles of %s: %s', async (_, q, expected) => {
    const { changes: titled } = await searchAll(ctx(), { q })
    expect(titled.map(({ number }) => number)).toEqual(expected)
  })
})
