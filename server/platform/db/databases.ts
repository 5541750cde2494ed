import { Client } from 'pg'
import { databaseErrorCode } from './error-code.ts'

/** The address of another database on the server of `serverUrl`. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement that needs no database of its own, such as `create database`. */
export async function executeOn(serverUrl: string, statement: string): Promise<void> {
  const client = new Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const inUse = '55006'

/**
 * Drops a database, if there is one of that name. PostgreSQL waits 5 s for sessions that are just closing, and ends a
 * worker of autovacuum by itself, as only a superuser may; only a session that stays is cut off.
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const statement = `drop database if exists ${name}`
  try {
    await executeOn(serverUrl, statement)
  } catch (error) {
    if (databaseErrorCode(error) !== inUse) throw error
    await executeOn(serverUrl, `${statement} with (force)`)
  }
}
