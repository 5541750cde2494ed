import type { Family } from '../family.ts'

export const phoneRoutes: Family = {
  key: 'phone-routes',
  team: 'Network Operations',
  type: 'standard',
  risk: 'low',
  hours: 'evening',
  minutes: 45,
  plan: {
    text: 'Enter <what>. Call in from a mobile phone and from abroad, call out, listen to the announcement to its end.',
  },
  riskAssessment: null,
  backout: { text: 'Import the saved routing table.' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'All four test calls were right, announcement heard to its end. Random sample.',
      },
    },
    holiday: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'New hours are in place. The announcement for closed hours was played during a lunch break, since the table is in local time of Utrecht for all countries.',
      },
      incidents: [
        {
          key: 'closed',
          text: 'Callers from Portugal hear that we are closed',
          priority: 3,
          after: 1050,
          lasts: 60,
          service: 'telephony',
          reason: 'Hours were entered in Portuguese time; the table knows only the time of Utrecht.',
        },
      ],
      lessons: [
        {
          title: 'Write the time zone beside every hour',
          polarity: 'neutral',
          category: 'configuration',
          subcategory: 'time zones',
          tags: ['telephony', 'time zone', 'opening hours'],
          technologies: ['pbx'],
          context: 'Customer care got longer opening hours in Portugal ({change}).',
          happened:
            'The request said “until 20:00”, meant in Lisbon. The table of the telephone system runs on Dutch time for all countries; callers heard the wrong announcement ({incident:closed}).',
          lesson: 'An hour without a zone has as many meanings as the company has offices.',
          recommendations: [
            'Ask for the zone in the form.',
            'Test a time-based route at the borders of its hours, with the clock of the caller.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Extend the opening hours of customer care in Portugal',
      services: ['telephony'],
      slots: { what: 'the new opening hours' },
      ending: 'holiday',
    },
    {
      title: 'Route calls about recalls to a group of their own',
      services: ['telephony'],
      slots: { what: 'menu item 5 and its group' },
      ending: 'clean',
    },
  ],
}
