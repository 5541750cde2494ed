import { randomBytes } from 'node:crypto'
import { AppError } from '#server/platform/errors.ts'
import { getRuntime, listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { openText, sealText } from '#server/platform/sealed-text.ts'
import type { webhooks } from '#server/schema/webhooks.ts'

export type WebhookRow = typeof webhooks.$inferSelect

/** The encrypted content of a webhook. Its URL may contain a secret too. */
export type WebhookSecrets = { readonly url: string; readonly secret: string; readonly previous?: string }

/** Creates a secret in the format of Standard Webhooks. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const sealWebhook = (sealed: WebhookSecrets): string => sealText(JSON.stringify(sealed), getRuntime().secret)

/** Decrypts the URL and the secrets. Throws `conflict` if HINDSIGHT_SECRET is not the one that sealed them. */
export function openWebhook({ name, sealedSecret }: Pick<WebhookRow, 'name' | 'sealedSecret'>): WebhookSecrets {
  try {
    return JSON.parse(openText(sealedSecret, listReadableSecrets()))
  } catch {
    const advice = 'Add it again, or start with the HINDSIGHT_SECRET that it was stored with'
    throw new AppError('conflict', `The secret of ${name} cannot be read. ${advice}.`)
  }
}
