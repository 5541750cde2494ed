import type { Tone } from '#components/ui/badge.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'

type Status = Improvement['status']

/** Titles of the dialogs that move an action, by its new status. */
export const moveTitles: Readonly<Record<Status, string>> = {
  open: 'Reopen',
  in_progress: 'Move back to in progress',
  done: 'Mark as done',
  verified: 'Verify that it works',
  cancelled: 'Cancel the action',
}

export const statuses = Object.keys(improvementStatusLabels) as Status[]

export const statusTones: Readonly<Record<Status, Tone>> = {
  open: 'neutral',
  in_progress: 'info',
  done: 'success',
  verified: 'accent',
  cancelled: 'neutral',
}

/** Returns the tone of a priority; priorities of other systems that are unknown are neutral. */
export const getPriorityTone = (priority: string): Tone =>
  priority === 'critical' ? 'danger' : priority === 'high' ? 'warning' : 'neutral'
