import { formatCount } from '#components/ui/format-count.ts'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'

export const daysInWords = (days: number): string => (days === 1 ? '1 day' : `${formatCount(days)} days`)

type SectionWords = { readonly title: string; readonly description: string; readonly empty: string }

export const sectionWords: Readonly<Record<WorklistSection, SectionWords>> = {
  mine: {
    title: 'Mine',
    description: 'Reviews assigned to you',
    empty: "You're all caught up.",
  },
  overdue: {
    title: 'Overdue',
    description: 'Open after their due date',
    empty: 'Nothing is overdue.',
  },
  unassigned: {
    title: 'Unassigned',
    description: 'Owed, without a reviewer',
    empty: 'Every open review has a reviewer.',
  },
  due_this_week: {
    title: 'Due this week',
    description: 'Due today or in the next six days',
    empty: 'Nothing is due in the next seven days.',
  },
  sign_off: {
    title: 'Waiting for sign-off',
    description: 'Submitted by their reviewers',
    empty: 'Nothing to sign off.',
  },
}
