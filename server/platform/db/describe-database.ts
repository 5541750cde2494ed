import type { Env } from '#server/platform/env.ts'
import { resolveDataDir } from './embedded/data-dir.ts'

/** Describes the database of a process without credentials. */
export function describeDatabase(env: Pick<Env, 'databaseUrl' | 'dataDir'>): string {
  if (env.databaseUrl === undefined) return `embedded, in ${resolveDataDir(env)}`
  return URL.canParse(env.databaseUrl) ? `postgresql://${describeUrl(env.databaseUrl)}` : describeUrl(env.databaseUrl)
}

/** Host and database of a connection string, without the password. */
export function describeUrl(url: string): string {
  if (!URL.canParse(url)) return 'not a valid address'
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}
