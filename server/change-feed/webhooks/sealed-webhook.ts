import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { getRuntime, listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { openText, resealText, sealText } from '#server/platform/sealed-text.ts'
import { webhooks } from '#server/schema/webhooks.ts'

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

/** Seals webhooks of the previous HINDSIGHT_SECRET with the current one, so that the previous can be dropped. */
export async function resealWebhooks(db: Queryable, secret: string, previousSecret: string | undefined): Promise<void> {
  if (previousSecret === undefined) return
  for (const { id, sealedSecret } of await db.select().from(webhooks)) {
    const resealed = resealText(sealedSecret, secret, previousSecret)
    if (resealed !== null) await db.update(webhooks).set({ sealedSecret: resealed }).where(eq(webhooks.id, id))
  }
}
