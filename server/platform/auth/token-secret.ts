import { hash, randomBytes } from 'node:crypto'
import type { TokenSystem } from '#lib/contracts/endpoint.ts'

/** A new secret of 256 random bits, with a prefix that identifies it as a token of a system. */
export const newTokenSecret = (system: TokenSystem): string =>
  `hindsight_${system}_${randomBytes(32).toString('base64url')}`

/** The stored form of a secret: its SHA-256, hexadecimal. */
export const hashToken = (secret: string): string => hash('sha256', secret, 'hex')

/**
 * The visible part of a secret, by which people recognise it in a list: the prefix and four characters. The random part
 * may contain `_` too.
 */
export const cutTokenHint = (secret: string): string => /^hindsight_[a-z]+_.{4}/.exec(secret)?.[0] ?? secret.slice(0, 4)
