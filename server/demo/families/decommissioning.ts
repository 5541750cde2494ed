import type { Family } from '../family.ts'

export const decommissioning: Family = {
  key: 'decommissioning',
  team: 'Storage and Backup',
  type: 'normal',
  risk: 'low',
  hours: 'office',
  minutes: 44_640,
  plan: {
    system: '<system>',
    steps: [
      'Look at 100 days of connections',
      'Block the network for a full month',
      'Shut down',
      'Keep the image until after the next quarter’s end',
      'Remove from inventory, monitoring, backup, firewall and DNS',
    ],
  },
  riskAssessment: { likelihood: 'low', impact: 'low', last_user: '<last>' },
  backout: { before_shutdown: 'Open the network, one minute', after_shutdown: 'Start the image, 20 minutes' },
  endings: {
    clean: {
      minutes: 43_700,
      review: {
        outcome: 'successful',
        because: '<system> is off; nobody asked for it during the month of blocked network. <saved> a year are saved.',
      },
    },
    scream: {
      minutes: 43_900,
      review: {
        outcome: 'successful_with_issues',
        because:
          'Switched off in the second attempt. The month of blocked network brought up one user, a scale in the canteen, which was moved.',
        deviations: [
          {
            step: 'Block the network for a full month',
            result: 'deviated',
            note: 'Opened again for nine days until the scale was moved.',
          },
        ],
      },
      incidents: [
        {
          key: 'scale',
          text: 'Canteen in Leeds cannot print prices at the salad bar',
          priority: 5,
          after: 1300,
          lasts: 240,
          service: 'print-service',
          reason: 'The scale logs in to the old directory.',
        },
      ],
      lessons: [
        {
          title: 'Block the network before pulling the plug',
          polarity: 'positive',
          category: 'decommissioning',
          subcategory: 'method',
          tags: ['decommissioning', 'network', 'reversible'],
          technologies: ['ldap', 'firewall'],
          context: 'The old staff directory had been without known users for 100 days ({change}).',
          happened:
            'The network was blocked while the machine kept running. A day later the canteen called ({incident:scale}); opening the network took a minute, moving the scale nine days.',
          lesson: 'Blocking is the same test as switching off, with a way back of one minute.',
          recommendations: [
            'Block first, for a month, through a month’s end.',
            'Tell the service desk what is blocked and whom to call.',
          ],
        },
      ],
    },
    leftovers: {
      minutes: 43_500,
      review: {
        outcome: 'successful_with_issues',
        because:
          'The servers are gone. Their backups went on failing every night for three weeks, as they were removed everywhere but there.',
        deviations: [
          { step: 'Remove from inventory, monitoring, backup', result: 'deviated', note: 'Backup was forgotten.' },
        ],
      },
      incidents: [
        {
          key: 'red',
          text: 'Backup report red every morning, six clients unreachable',
          priority: 4,
          after: 44_200,
          lasts: 21 * 1440,
          service: 'backup',
          reason: 'Clients of the removed servers.',
        },
      ],
      improvements: [
        {
          title: 'Let the inventory tell backup, monitoring and firewall when a server is retired',
          description: 'One state in the inventory, read every night by the other four.',
          owner: 'Sanna Koskinen',
          category: 'automation',
          priority: 'low',
          status: 'open',
          dueWeeks: 16,
        },
      ],
      lessons: [
        {
          title: 'A red report every morning hides the real one',
          polarity: 'negative',
          category: 'decommissioning',
          subcategory: 'clean-up',
          tags: ['decommissioning', 'backup', 'noise'],
          technologies: ['backup', 'cmdb'],
          context: 'Six servers were retired and removed from five lists, of which one was forgotten ({change}).',
          happened:
            'The backup report was red for three weeks because of machines that did not exist ({incident:red}). In the second week a real failure of another client stood in the same report and was overlooked for two days.',
          lesson: 'The damage was not the missing clean-up; it was getting used to red.',
          recommendations: [
            'Do not close a decommissioning before a green day of every report that names the system.',
            'Keep one source of truth for “retired”.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Switch off the old staff directory',
      services: ['staff-directory'],
      slots: { system: 'The old directory', last: 'none known for 100 days', saved: '4,000 euros' },
      ending: 'scream',
      weeksAgo: 12,
    },
    {
      title: 'Retire six application servers of the old shop',
      services: ['checkout-web', 'backup'],
      slots: { system: 'The old shop', last: 'closed two years ago', saved: '18,000 euros' },
      ending: 'leftovers',
      weeksAgo: 29,
    },
    {
      title: 'Retire the second tape library',
      services: ['backup'],
      slots: { system: 'Tape library 2', last: 'restore 14 months ago', saved: '11,000 euros' },
      ending: 'clean',
      weeksAgo: 9,
    },
    {
      title: 'Switch off the old wiki',
      services: ['intranet'],
      slots: { system: 'The old wiki', last: '40 readers a month', saved: '2,500 euros' },
      state: 'canceled',
      weeksAgo: 7,
    },
  ],
}
