import type { Preset } from './preset.ts'
import { serviceNow } from './servicenow.ts'

/** The presets in the order in which they are offered. A new one is its own file and one line. */
export const allPresets: readonly Preset[] = [serviceNow]
