import { getSettings } from '#server/platform/settings/current-settings.ts'

/** Returns name and logo of the organisation; none while the service starts. */
export function getBrand(): { name: string | null; logo: string | null } {
  try {
    const { organisation_name: name, organisation_logo: logo } = getSettings()
    return { name, logo }
  } catch {
    return { name: null, logo: null }
  }
}
