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

const inUse = '55006'

/** Drops a database if it exists. Sessions that remain after PostgreSQL's wait of 5 s are terminated. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const statement = `drop database if exists ${name}`
  try {
    await executeOn(serverUrl, statement)
  } catch (error) {
    if (findDatabaseErrorCode(error) !== inUse) throw error
    await executeOn(serverUrl, `${statement} with (force)`)
  }
}
