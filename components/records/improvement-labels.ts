import type { Tone } from '#components/ui/badge.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'

type Status = Improvement['status']

/** Title of the dialog that moves an action to a status. */
export const moveTitles: Readonly<Record<Status, string>> = {
  open: 'Reopen',
  in_progress: 'Move back to in progress',
  done: 'Mark as done',
  verified: 'Verify that it works',
  cancelled: 'Cancel the action',
}

/** In the order of the contract. */
export const statuses = Object.keys(improvementStatusLabels) as Status[]

export const statusTones: Readonly<Record<Status, Tone>> = {
  open: 'neutral',
  in_progress: 'info',
  done: 'success',
  verified: 'accent',
  cancelled: 'neutral',
}

/** The tone of a priority; unknown priorities of other systems are neutral. */
export const priorityTone = (priority: string): Tone =>
  priority === 'critical' ? 'danger' : priority === 'high' ? 'warning' : 'neutral'
