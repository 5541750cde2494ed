import type { Improvement } from '#lib/contracts/improvements.ts'

export const improvementStatusLabels: Readonly<Record<Improvement['status'], string>> = {
  open: 'Open',
  in_progress: 'In progress',
  done: 'Done',
  verified: 'Verified',
  cancelled: 'Cancelled',
}
