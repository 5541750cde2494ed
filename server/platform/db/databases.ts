import { Client } from 'pg'
import { findDatabaseErrorCode } from './error-code.ts'

/** The URL of another database on the server of `serverUrl`. */
export function buildDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement on the server, such as `create database`. */
export async function executeOn(serverUrl: string, statement: string): Promise<void> {
  const client = new Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * A statement that ends every session of a database, except autovacuum workers: only a superuser may end those, and for
 * others the whole statement would fail.
 */
export const endSessions = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`

const inUse = '55006'

/**
 * Drops a database if it exists. PostgreSQL waits 5 s for closing sessions and ends autovacuum workers itself, which
 * only a superuser may do; only remaining sessions are terminated.
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const statement = `drop database if exists ${name}`
  try {
    await executeOn(serverUrl, statement)
  } catch (error) {
    if (findDatabaseErrorCode(error) !== inUse) throw error
    await executeOn(serverUrl, `${statement} with (force)`)
  }
}
