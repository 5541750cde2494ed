import { setTimeout as wait } from 'node:timers/promises'
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

const notAllowed = '42501'
/** How often it is tried to drop a database, and milliseconds in between. */
const [tries, pause] = [40, 250]

/**
 * Drops a database, if there is one of that name, and ends the sessions in it. A worker of autovacuum, which only a
 * superuser may end, is waited for.
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      return await executeOn(serverUrl, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if (databaseErrorCode(error) !== notAllowed || left === 1) throw error
      await wait(pause)
    }
  }
}
