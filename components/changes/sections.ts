/** The parts of the page of a change, in their order; the key is the fragment of the address. */
export const sectionTitles = {
  facts: 'The change',
  review: 'Review',
  offered: 'Lessons for this change',
  plan: 'Implementation plan',
  backout: 'Backout plan',
  risk: 'Risk assessment',
  incidents: 'Incidents',
  improvements: 'Improvements',
  lessons: 'Lessons',
  history: 'History',
} as const

export type SectionId = keyof typeof sectionTitles
