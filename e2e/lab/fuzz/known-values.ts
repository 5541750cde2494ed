import pg from 'pg'
import type { KnownValues } from './valid-values.ts'

const queries: Readonly<Record<string, string>> = {
  number: 'select number as value from changes order by number desc',
  reference: 'select reference as value from reviews order by reference',
  '/api/itsm/v1/incidents/{number}#number': 'select number as value from incidents order by number',
  '/api/app/v1/incidents/{number}/decisions#number': 'select number as value from incidents order by number',
  '/api/app/v1/incidents/{number}/history#number': 'select number as value from incidents order by number',
  '/api/app/v1/incidents/{number}/possible-causes#number': 'select number as value from incidents order by number',
  connection: `select name as value from connections where name like 'own-%' order by name`,
  '/api/app/v1/connections/{id}/events/{event}/retry#id': 'select id as value from connections order by id',
  '/api/app/v1/connections/{id}/events/{event}/retry#event': 'select id as value from inbound_events order by id',
  '/api/v1/users/{id}#id': 'select id as value from users order by id',
  '/api/itsm/v1/improvements/{id}#id': 'select id as value from improvements order by id',
  '/api/app/v1/improvements/{id}#id': 'select id as value from improvements order by id',
  '/api/app/v1/improvements/{id}/look#id': 'select id as value from improvements order by id',
  '/api/app/v1/improvements/{id}/issue-links#id': 'select id as value from improvements order by id',
  '/api/docs/v1/articles/{id}#id': 'select id as value from articles order by id',
  '/api/app/v1/articles/{id}/vote#id': 'select id as value from articles order by id',
}

/** Identifiers of demo records, by parameter; without accounts and tokens. */
export async function readKnownValues(databaseUrl: string): Promise<KnownValues> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const entries = []
    for (const [name, query] of Object.entries(queries)) {
      const { rows } = await client.query(`${query} limit 12`)
      entries.push([name, rows.map(({ value }) => String(value))] as const)
    }
    return Object.fromEntries(entries)
  } finally {
    await client.end()
  }
}
