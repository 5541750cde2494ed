import type { Family } from '../family.ts'

export const windowsUpdates: Family = {
  key: 'windows-updates',
  team: 'Workplace Services',
  type: 'standard',
  risk: 'low',
  hours: 'weekend',
  minutes: 240,
  plan: {
    steps: [
      'Approve the updates for the pilot group, three days before',
      'Snapshot the <machines>',
      'Install and restart, half of the <machines> first',
      'Sign in, open <proof>',
      'Install and restart the other half',
      'Delete the snapshots after three days',
    ],
  },
  riskAssessment: { likelihood: 'low', impact: 'low', standard_change: 'STD-014' },
  backout: { steps: ['Return to the snapshot'], minutes_per_machine: 15 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because:
          'All <machines> were patched inside the window and <proof> opened on each. Drawn by the random sample; nothing found.',
      },
    },
    driver: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'Patched in time. The update replaced the printer driver of the labels, found by the stores on Monday.',
        deviations: [
          { step: 'Sign in, open', result: 'deviated', note: 'The test page was printed on an office printer only.' },
        ],
      },
      incidents: [
        {
          key: 'labels',
          text: 'Price labels are printed in landscape in all stores',
          priority: 3,
          after: 1700,
          lasts: 310,
          service: 'print-service',
          reason: 'The update put the vendor’s driver in place of ours.',
        },
      ],
      improvements: [
        {
          title: 'Exclude printer drivers from the monthly updates',
          description: 'Drivers are rolled out by the print team, after a test page on each of the four models.',
          owner: 'Grace Mbeki',
          category: 'configuration',
          priority: 'medium',
          status: 'verified',
          dueWeeks: 3,
        },
      ],
      lessons: [
        {
          title: 'Monthly updates bring drivers unless told otherwise',
          polarity: 'negative',
          category: 'configuration',
          subcategory: 'patching',
          tags: ['patching', 'printing', 'drivers'],
          technologies: ['windows server', 'wsus'],
          context: 'The monthly updates were installed on the print servers on a weekend ({change}).',
          happened:
            'Among 14 updates was a driver for the label printers. The stores noticed on Monday, when price labels came out sideways ({incident:labels}).',
          lesson:
            'Security updates and drivers arrive through the same door. One is urgent, the other is a change of its own.',
          recommendations: [
            'Approve security classes only and roll drivers out separately.',
            'Print on one device of each model after patching print servers.',
          ],
        },
      ],
    },
    snapshots: {
      minutes: 310,
      review: {
        outcome: 'successful_with_issues',
        because:
          'Patched, 70 minutes late: the snapshots of the month before were still there and made the disks slow.',
        deviations: [
          {
            step: 'Delete the snapshots',
            result: 'deviated',
            note: 'Those of the month before had not been deleted; merging them took an hour.',
          },
        ],
      },
      improvements: [
        {
          title: 'Delete patch snapshots by a scheduled job after three days',
          description: 'People forgot them in five of twelve months.',
          owner: 'Piotr Zawada',
          category: 'automation',
          priority: 'low',
          status: 'done',
          dueWeeks: 6,
        },
      ],
      lessons: [
        {
          title: 'A snapshot that stays costs more than it saves',
          polarity: 'negative',
          category: 'procedure',
          subcategory: 'clean-up',
          tags: ['patching', 'snapshots', 'window'],
          technologies: ['virtualisation', 'windows server'],
          context: 'File servers are patched monthly with a snapshot as the way back ({change}).',
          happened:
            'Snapshots of the last round had never been deleted. Disks had grown slow over four weeks, and merging took more than an hour of the window.',
          lesson:
            'The last step of a plan lies three days after the work, when nobody has the change in mind any more.',
          recommendations: [
            'Give late steps to a scheduler, not to a person.',
            'Close a change only when its clean-up is done.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Install the {month} updates on the file servers',
      services: ['file-shares'],
      slots: { machines: 'eight file servers', proof: 'a share of each office' },
      ending: 'snapshots',
    },
    {
      title: 'Install the {month} updates on the print servers',
      services: ['print-service'],
      slots: { machines: 'four print servers', proof: 'a test page' },
      ending: 'driver',
    },
    {
      title: 'Install the {month} updates on the virtual desktop hosts',
      services: ['virtual-desktops'],
      slots: { machines: '22 desktop hosts', proof: 'a desktop of each pool' },
      ending: 'clean',
    },
    {
      title: 'Install the {month} updates on the domain controllers',
      services: ['staff-directory'],
      slots: { machines: 'six domain controllers', proof: 'the console and a group policy report' },
    },
    {
      title: 'Install the {month} updates on the intranet servers',
      services: ['intranet'],
      slots: { machines: 'three intranet servers', proof: 'the start page and one form' },
    },
    {
      title: 'Install the {month} updates on the finance application servers',
      services: ['erp-finance'],
      slots: { machines: 'five application servers', proof: 'the finance client' },
      state: 'review',
      ending: 'clean',
    },
    {
      title: 'Install the {month} updates on the file servers',
      services: ['file-shares'],
      slots: { machines: 'eight file servers', proof: 'a share of each office' },
      state: 'scheduled',
    },
  ],
}
