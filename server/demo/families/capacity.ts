import type { Family } from '../family.ts'

export const capacity: Family = {
  key: 'capacity',
  team: 'Storage and Backup',
  type: 'standard',
  risk: 'low',
  hours: 'office',
  minutes: 60,
  plan: {
    volume: '<volume>',
    from: '<from>',
    to: '<to>',
    steps: ['Check free space in the pool', 'Grow the volume', 'Grow the file system', 'Adjust alarm limits'],
  },
  riskAssessment: {
    summary: 'Growing is online. Shrinking is not possible, so the size is checked by a second person.',
  },
  backout: null,
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: '<volume> has <to>; free space is now expected to last <lasts>. Random sample.',
      },
    },
    pool: {
      review: {
        outcome: 'successful_with_issues',
        because: 'The volume grew. The pool had been promised twice and its alarm went off the same night.',
        deviations: [
          {
            step: 'Check free space in the pool',
            result: 'deviated',
            note: 'Looked at the size in use, not at the size promised.',
          },
        ],
      },
      incidents: [
        {
          key: 'pool',
          text: 'Storage pool 3 above 92 %, backups postponed',
          priority: 3,
          after: 840,
          lasts: 1100,
          service: 'storage-san',
          reason: 'Thin volumes may grow to 140 % of the pool.',
        },
      ],
      improvements: [
        {
          title: 'Show promised space beside used space on the storage dashboard',
          description: 'Two numbers for each pool; red above 120 % promised.',
          owner: 'Joris Hendrikx',
          category: 'monitoring',
          priority: 'medium',
          status: 'in_progress',
          dueWeeks: 7,
        },
      ],
      lessons: [
        {
          title: 'With thin volumes, free space is a promise made twice',
          polarity: 'negative',
          category: 'capacity',
          subcategory: 'thin provisioning',
          tags: ['capacity', 'thin provisioning', 'alarm'],
          technologies: ['san'],
          context: 'A volume for backups was grown by 20 terabytes ({change}).',
          happened:
            'The pool showed enough free space. All of it had already been promised to other thin volumes, one of which took its share the same night ({incident:pool}).',
          lesson:
            'Used space tells how full it is, promised space tells how full it can become. Decisions need the second.',
          recommendations: [
            'Check promised against real space before growing.',
            'Alarm on the rate of growth: days left, not per cent.',
          ],
        },
      ],
    },
    forecast: {
      review: {
        outcome: 'successful',
        because: 'Grown three weeks before the alarm would have come, as the forecast had asked. Random sample.',
      },
      lessons: [
        {
          title: 'A forecast turned capacity alarms into calendar entries',
          polarity: 'positive',
          category: 'capacity',
          subcategory: 'forecast',
          tags: ['capacity', 'forecast', 'planning'],
          technologies: ['object storage', 'prometheus'],
          context: 'The object storage grows by about two terabytes a week ({change}).',
          happened:
            'A weekly forecast opens a draft change when the space left falls below six weeks. This is the fourth time that discs were ordered and built in before any alarm.',
          lesson:
            'Night alarms on capacity went from nine in a year to one. The forecast is a straight line through eight weeks; nothing cleverer was needed.',
          recommendations: [
            'Alarm on weeks left, and longer than the delivery time.',
            'Let the alarm open the change.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Grow the backup target by 20 TB',
      services: ['backup', 'storage-san'],
      slots: { volume: 'bkp-target-2', from: '80 TB', to: '100 TB', lasts: 'nine months' },
      ending: 'pool',
      weeksAgo: 6,
    },
    {
      title: 'Add four nodes to the object storage',
      services: ['object-store'],
      slots: { volume: 'the object storage', from: '12 nodes', to: '16 nodes', lasts: 'seven months' },
      ending: 'forecast',
    },
    {
      title: 'Grow the home folders of the Leeds office',
      services: ['file-shares'],
      slots: { volume: 'home-leeds', from: '6 TB', to: '8 TB', lasts: 'a year' },
      ending: 'clean',
    },
    {
      title: 'Grow the volume of the log platform',
      services: ['log-platform', 'storage-san'],
      slots: { volume: 'logs-hot', from: '30 TB', to: '36 TB', lasts: 'five months' },
    },
    {
      title: 'Grow the archive of the data warehouse',
      services: ['data-warehouse'],
      slots: { volume: 'dwh-archive', from: '14 TB', to: '20 TB', lasts: 'a year' },
      state: 'new',
    },
  ],
}
