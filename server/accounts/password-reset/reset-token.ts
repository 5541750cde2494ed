import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountRow } from '#server/platform/auth/account-queries.ts'

type TokenHolder = Pick<AccountRow, 'id' | 'passwordHash' | 'sessionVersion'>

/** Milliseconds for which a link resets a password. */
export const resetLinkMs = 30 * 60_000

/** The signature covers password and sessions of the account: a new password or sign-out everywhere voids the link. */
const sign = (payload: string, { passwordHash, sessionVersion }: TokenHolder, secret: string) =>
  createHmac('sha256', secret)
    .update(`reset-password ${payload} ${sessionVersion} ${passwordHash ?? ''}`)
    .digest('base64url')

/** Creates the token of a link that sets a new password, once and for half an hour. The token is not stored. */
export function createResetToken(account: TokenHolder, now: Date, secret: string): string {
  const payload = Buffer.from(`${now.getTime() + resetLinkMs} ${account.id}`).toString('base64url')
  return `${payload}.${sign(payload, account, secret)}`
}

/** Reads the identifier of the account in a token without checking the signature; null if the token is malformed. */
export function readTokenAccountId(token: string): string | null {
  return readPayload(token)?.accountId ?? null
}

/** True if one of the secrets signed the token for the account as it is now, and the token has not expired. */
export function isValidResetToken(token: string, account: TokenHolder, now: Date, secrets: readonly string[]): boolean {
  const read = readPayload(token)
  if (read === null || read.accountId !== account.id || read.expiresAt <= now.getTime()) return false
  return secrets.some((secret) => isSame(read.signature, sign(read.payload, account, secret)))
}

function readPayload(token: string) {
  const [payload = '', signature = '', ...rest] = token.split('.')
  const [, expiresAt, accountId] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(payload, 'base64url').toString()) ?? []
  if (rest.length > 0 || expiresAt === undefined || accountId === undefined) return null
  return { payload, signature, accountId, expiresAt: Number(expiresAt) }
}

function isSame(actual: string, expected: string): boolean {
  const first = Buffer.from(actual)
  const second = Buffer.from(expected)
  return first.length === second.length && timingSafeEqual(first, second)
}
