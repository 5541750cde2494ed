import pg from 'pg'
import { addSenderTo, senderSecret } from '#e2e/support/own-sender.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { type FuzzReport, runFuzz } from './run-fuzz.ts'
import type { KnownValues } from './values.ts'

/** Operations that would end the session or account of the run. */
const leftOut = ['endMySessions', 'endAccountSessions', 'updateAccount', 'revokeApiToken']

/** Fuzzes an own server as every kind of caller: a token of each system and an admin. */
export async function fuzzOwnServer(
  own: OwnServer,
  options: { count: number; seed: number; isKeeping: boolean },
): Promise<FuzzReport> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  await addSenderTo(own.server.baseUrl, 'json')
  return runFuzz({
    baseUrl: own.server.baseUrl,
    callers: {
      resourcesToken: bearer(own.tokens.resources.write),
      itsmToken: bearer(own.tokens.itsm.write),
      appToken: bearer(own.tokens.app.manager),
      docsToken: bearer(own.tokens.docs.write),
      eventSignature: bearer(senderSecret),
      session: await own.signInAs('admin'),
    },
    known: await readKnownValues(own.databaseUrl),
    leftOut,
    ...options,
  })
}

const listKeys = (table: string, key: string, base: string, parts = ['']) =>
  Object.fromEntries(parts.map((part) => [`${base}${part}#${key}`, `select ${key} as value from ${table} order by 1`]))

const queries: Readonly<Record<string, string>> = {
  number: 'select number as value from changes order by number desc',
  reference: 'select reference as value from reviews order by reference',
  connection: `select name as value from connections where name like 'own-%' order by name`,
  ...listKeys('incidents', 'number', '/api/itsm/v1/incidents/{number}'),
  ...listKeys('incidents', 'number', '/api/app/v1/incidents/{number}', ['/decisions', '/history', '/possible-causes']),
  ...listKeys('connections', 'id', '/api/app/v1/connections/{id}/events/{event}/retry'),
  '/api/app/v1/connections/{id}/events/{event}/retry#event': 'select id as value from inbound_events order by id',
  ...listKeys('users', 'id', '/api/v1/users/{id}'),
  ...listKeys('improvements', 'id', '/api/itsm/v1/improvements/{id}'),
  ...listKeys('improvements', 'id', '/api/app/v1/improvements/{id}', ['', '/look', '/issue-links']),
  ...listKeys('articles', 'id', '/api', ['/docs/v1/articles/{id}']),
  ...listKeys('audits', 'id', '/api/app/v1/audits/{id}', ['', '/population', '/sample', '/reconciliation']),
  ...listKeys('audits', 'id', '/api/app/v1/audits/{id}', ['/pack', '/assessment-results']),
}

/** Identifiers of demo records, by parameter; without accounts and tokens. */
async function readKnownValues(databaseUrl: string): Promise<KnownValues> {
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
