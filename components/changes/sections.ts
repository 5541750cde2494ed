/** Titles of the sections of the change page, in order, by URL fragment. */
export const sectionTitles = {
  facts: 'The change',
  review: 'Review',
  deployments: 'Deployments',
  offered: 'Lessons for this change',
  similar: 'Similar changes',
  plan: 'Implementation plan',
  backout: 'Backout plan',
  risk: 'Risk assessment',
  incidents: 'Incidents',
  improvements: 'Improvements',
  lessons: 'Lessons learned',
  history: 'History',
} as const

export type SectionId = keyof typeof sectionTitles
