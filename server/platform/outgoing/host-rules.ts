import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import type { HostRules } from './ip-address.ts'

/** The hosts that Hindsight may call, as operator and admins allow them. */
export const getHostRules = (): HostRules => ({
  plainHosts: getRuntime().env.plainHosts,
  allowedRanges: getSettings().outgoing_ranges,
})
