import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFileFault, findErrorCode } from '#server/platform/describe-error.ts'
import type { Env } from '#server/platform/env.ts'

/** Minimum characters of a configured secret. */
const minLength = 32

export type Secrets = { secret: string; previousSecret: string | undefined }

/**
 * The secret that signs sessions: `HINDSIGHT_SECRET` or, for the demo and development, one created once and stored in
 * the data folder. In production a missing or weak one is rejected. Sessions and texts of `HINDSIGHT_SECRET_PREVIOUS`
 * stay readable until they expire, so that a new secret signs nobody out.
 */
export function resolveSecrets(env: Env, dataDir: string): Secrets {
  const { previousSecret } = env
  if (previousSecret !== undefined) assertStrong('HINDSIGHT_SECRET_PREVIOUS', previousSecret)
  return { secret: resolveSecret(env, dataDir), previousSecret }
}

function assertStrong(name: string, secret: string): void {
  if (secret.length >= minLength && new Set(secret).size >= 10) return
  throw new Error(
    `${name} is too weak: it needs at least ${minLength} characters. Create one with: openssl rand -base64 48`,
  )
}

function resolveSecret(env: Env, dataDir: string): string {
  if (env.secret !== undefined) {
    assertStrong('HINDSIGHT_SECRET', env.secret)
    return env.secret
  }
  if (env.isProduction && !env.isDemo) {
    throw new Error('HINDSIGHT_SECRET is missing. Create one with: openssl rand -base64 48')
  }
  return storedSecret(dataDir)
}

function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST' || !existsSync(file)) throw notWritable(dataDir, error)
  }
  return readFileSync(file, 'utf8')
}

const notWritable = (dataDir: string, cause: unknown) =>
  new Error(
    `Hindsight cannot store its data in ${dataDir}: ${describeFileFault(cause)}. Set HINDSIGHT_DATA_DIR to a writable folder.`,
    { cause },
  )
