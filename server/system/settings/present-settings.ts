import { getSettingDefinition, type SettingKey, settingKeys } from '#lib/contracts/app/setting-definitions.ts'
import type { Settings } from '#lib/contracts/app/settings.ts'
import { providerId } from '#server/platform/auth/provider-options.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findMailSettings, findProvider, getSettings } from '#server/platform/settings/current-settings.ts'

/** Finds the URL to register at the sign-in provider; null without a public URL. */
export function findRedirectUri(): string | null {
  const { public_url: publicUrl } = getSettings()
  return publicUrl === null ? null : new URL(`/api/auth/callback/${providerId}`, publicUrl).href
}

/** Presents the settings for an admin, without the secrets. */
export function presentSettings(): Settings {
  const settings = getSettings()
  const isSecret = (key: SettingKey) => getSettingDefinition(key).isSecret === true
  const fixed = Object.keys(getRuntime().env.settings) as SettingKey[]
  return {
    values: Object.fromEntries(
      settingKeys.filter((key) => !isSecret(key)).map((key) => [key, settings[key]]),
    ) as Settings['values'],
    set_secrets: settingKeys.filter((key) => isSecret(key) && settings[key] !== null),
    environment: Object.fromEntries(fixed.map((key) => [key, getSettingDefinition(key).variable ?? ''])),
    redirect_uri: findRedirectUri(),
    is_mail_sent: findMailSettings() !== undefined,
    has_provider: findProvider() !== undefined,
  }
}
