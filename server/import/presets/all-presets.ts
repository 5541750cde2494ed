import { freshservice } from './freshservice.ts'
import { glpi } from './glpi.ts'
import { itop } from './itop.ts'
import { ivanti } from './ivanti.ts'
import { jira } from './jira.ts'
import { manageEngine } from './manageengine.ts'
import type { Preset } from './preset.ts'
import { remedy } from './remedy.ts'
import { serviceNowPreset } from './servicenow.ts'
import { topdesk } from './topdesk.ts'

/** The presets in the order in which they are offered. A new preset needs its own file and one line. */
export const allPresets: readonly Preset[] = [
  serviceNowPreset,
  jira,
  freshservice,
  glpi,
  itop,
  topdesk,
  remedy,
  ivanti,
  manageEngine,
]
