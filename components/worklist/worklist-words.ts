import { formatCount } from '#components/ui/format-count.ts'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'

export const daysInWords = (days: number): string => (days === 1 ? '1 day' : `${formatCount(days)} days`)

type SectionWords = { readonly title: string; readonly description: string; readonly empty: string }

/** How each section is headed, and what its being empty says. */
export const sectionWords: Readonly<Record<WorklistSection, SectionWords>> = {
  mine: {
    title: 'Mine',
    description: 'Reviews that are yours to write',
    empty: 'You have written all that was asked of you.',
  },
  overdue: {
    title: 'Overdue',
    description: 'Open past their due date',
    empty: 'Nothing is late.',
  },
  unassigned: {
    title: 'Unassigned',
    description: 'Owed, and nobody has them',
    empty: 'Every open review has its reviewer.',
  },
  due_this_week: {
    title: 'Due this week',
    description: 'Today and the six days after it',
    empty: 'Nothing falls due in the next seven days.',
  },
  sign_off: {
    title: 'Waiting for sign-off',
    description: 'Submitted by their reviewers',
    empty: 'Nothing waits for a signature.',
  },
}
