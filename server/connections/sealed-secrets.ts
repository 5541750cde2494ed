import { openText, sealText } from '#server/platform/sealed-text.ts'
import type { ConnectionSecrets } from './connector.ts'

/** Encrypts the secrets of a connection with HINDSIGHT_SECRET; null if there are none. */
export const sealSecrets = (secrets: ConnectionSecrets, secret: string): string | null =>
  Object.keys(secrets).length === 0 ? null : sealText(JSON.stringify(secrets), secret)

/** Decrypts the secrets of a connection. Throws if they were sealed with another HINDSIGHT_SECRET. */
export const openSecrets = (sealed: string | null, secrets: readonly string[]): ConnectionSecrets =>
  sealed === null ? {} : JSON.parse(openText(sealed, secrets))
