import type { WorklistSection } from '#lib/contracts/app/review-values.ts'

type SectionLabel = { readonly title: string; readonly description: string }

export const sectionLabels: Readonly<Record<WorklistSection, SectionLabel>> = {
  sign_off: { title: 'To sign off', description: 'Submitted by their reviewers or through the API' },
  confirm_waiver: { title: 'Waivers to confirm', description: 'Requested by another manager' },
  returned: { title: 'Sent back to you', description: 'Change them and submit them again' },
  mine_overdue: { title: 'Your overdue reviews', description: 'Past their due date' },
  mine: { title: 'Your reviews', description: 'Assigned to you' },
  submitted: { title: 'Waiting for sign-off', description: 'Others sign them off' },
  unassigned: { title: 'Unassigned', description: 'Nobody reviews them yet' },
  overdue: { title: 'Overdue with others', description: 'Past their due date' },
}

/** True for sections with reviews of other people that this person decides on; nobody assigns or reminds them. */
export const isForManagers = (section: WorklistSection): boolean =>
  section === 'sign_off' || section === 'confirm_waiver'

/** True for sections whose reviews only the reader can advance; managers assign and remind the others. */
export const isForReader = (section: WorklistSection): boolean => section !== 'unassigned' && section !== 'overdue'
