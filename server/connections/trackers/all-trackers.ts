import type { TrackerKind } from '#lib/contracts/connectors/all-connectors.ts'
import { github } from '#server/connections/trackers/github/github-tracker.ts'
import { gitlab } from '#server/connections/trackers/gitlab/gitlab-tracker.ts'
import { jira } from '#server/connections/trackers/jira/jira-tracker.ts'
import type { TrackerDefinition } from './tracker-definition.ts'

/** The trackers in which improvement actions can be issues; a new one adds its line. */
export const allTrackers: Readonly<Record<TrackerKind, TrackerDefinition>> = {
  jira,
  github,
  gitlab,
}
