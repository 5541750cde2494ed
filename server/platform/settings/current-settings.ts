import type { Pool } from 'pg'
import { type SettingValues, settingDefinitions } from '#lib/contracts/app/setting-definitions.ts'
import type { Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log/log.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { getRuntime, listReadableSecrets, type Runtime } from '#server/platform/runtime/runtime.ts'
import { type ProviderSettings, toProvider } from './provider-settings.ts'
import { buildSmtpUrl } from './smtp-url.ts'
import { readSettingsRevision, readStoredSettings, type StoredSettings } from './stored-settings.ts'

/** Milliseconds until this process notices a setting that another one changed. */
const pollMs = 2_000

type HeldSettings = { values: StoredSettings; revision: number }

const heldBy = (pool: Pool): HeldSettings =>
  processWideFor('stored-settings', pool, () => ({ values: {}, revision: 0 }))

export const defaultSettings = Object.fromEntries(
  Object.entries(settingDefinitions).map(([key, definition]) => [key, definition.default]),
) as SettingValues

/** The effective settings: of the environment, else of the browser, else the defaults. */
export function getSettings(): SettingValues {
  const { env, pool } = getRuntime()
  return { ...defaultSettings, ...heldBy(pool).values, ...env.settings }
}

/** Finds the settings for sending mail; undefined if they are incomplete. */
export function findMailSettings(): Env['mail'] {
  const { env } = getRuntime()
  if (env.mail) return env.mail
  const settings = getSettings()
  const { mail_from: from, public_url: publicUrl } = settings
  const smtpUrl = buildSmtpUrl(settings, env)
  return smtpUrl === undefined || from === null || publicUrl === null ? undefined : { smtpUrl, from, publicUrl }
}

/** Finds the sign-in provider; undefined if it is not configured completely. */
export const findProvider = (): ProviderSettings | undefined => toProvider(getSettings())

/** Reads the settings again if they changed. */
export async function refreshSettings({ db, pool }: Pick<Runtime, 'db' | 'pool'> = getRuntime()): Promise<void> {
  const held = heldBy(pool)
  const revision = await readSettingsRevision(db)
  if (revision === held.revision) return
  held.values = await readStoredSettings(db, listReadableSecrets())
  held.revision = revision
}

/** Reads the settings and follows their changes. Call it once the runtime is set. */
export async function followSettings(runtime: Runtime): Promise<{ stop(): void }> {
  await refreshSettings(runtime)
  let isReading = false
  const timer = setInterval(async () => {
    if (isReading) return
    isReading = true
    await refreshSettings(runtime).catch((error) => log.debug({ err: error }, 'settings not read'))
    isReading = false
  }, pollMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
