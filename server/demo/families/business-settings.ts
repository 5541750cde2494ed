import type { Family } from '../family.ts'

export const businessSettings: Family = {
  key: 'business-settings',
  team: 'Business Applications',
  type: 'normal',
  risk: 'moderate',
  hours: 'evening',
  minutes: 120,
  plan: {
    what: '<what>',
    asked_by: '<asker>',
    checks_before: [
      { check: 'Tried in the test system by <asker>', expected: 'signed' },
      { check: 'No close or payroll run within two days', expected: 'confirmed' },
    ],
    steps: ['Export the present settings', 'Import the new settings', '<asker> carries out one case from start to end'],
    checks_after: [{ check: 'Interfaces of the last hour', expected: 'no error' }],
  },
  riskAssessment: { likelihood: 'low', impact: 'medium', interfaces: '<interfaces>' },
  backout: { steps: ['Import the exported settings', 'Repeat the interface run'], minutes: 20 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: '<asker> carried out a case from start to end the same evening, interfaces ran without an error.',
      },
    },
    payroll: {
      review: {
        outcome: 'failed',
        because:
          'Backed out the next morning: the new pay codes were right, and the interface to payroll cut them to four characters, so that allowances met in one code. No one was paid wrongly; the trial run showed it.',
        backout: { hasWorked: true, note: 'Settings imported again, trial run repeated and correct.' },
        risk: { verdict: 'too_low', missed: 'The length of the field at the other end of the interface.' },
      },
      incidents: [
        {
          key: 'allowances',
          text: 'Payroll trial run: night allowance missing for the whole warehouse',
          priority: 2,
          after: 840,
          lasts: 240,
          service: 'hr-portal',
          linked: true,
          reason: 'Five-character codes were cut to four by the interface.',
        },
      ],
      improvements: [
        {
          title: 'Describe the fields of the payroll interface with length and type',
          description: 'And check each export against the description before it is sent.',
          owner: 'Owen Pritchard',
          category: 'documentation',
          priority: 'high',
          status: 'in_progress',
          dueWeeks: 10,
        },
        {
          title: 'Keep the payroll trial run two days before the real one',
          description: 'It caught a fault that would have hit 640 people; it must not be skipped when time is short.',
          owner: 'Owen Pritchard',
          category: 'policy',
          priority: 'medium',
          status: 'done',
          dueWeeks: 4,
        },
      ],
      lessons: [
        {
          title: 'The interface cut what both systems had right',
          polarity: 'negative',
          category: 'testing',
          subcategory: 'interfaces',
          tags: ['interface', 'payroll', 'field length'],
          technologies: ['csv', 'hr system'],
          context: 'Pay codes with five characters were introduced in the HR portal ({change}).',
          happened:
            'The portal was tested and right, the payroll program supports five characters. The file between them has columns of four. The night allowance of the warehouse vanished in the trial run ({incident:allowances}).',
          lesson:
            'Testing both ends says nothing about the middle. What saved the month was a trial run that compares sums.',
          recommendations: [
            'Carry one case through all systems before a change of codes.',
            'Let the interface refuse what does not fit instead of cutting it.',
          ],
        },
      ],
    },
    approvers: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'New limits for approvals are in force. Invoices of two cost centres waited for an approver who had left the company.',
      },
      incidents: [
        {
          key: 'invoices',
          text: 'Invoices of the Porto store wait for approval since last week',
          priority: 3,
          after: 4 * 1440 + 800,
          lasts: 300,
          service: 'erp-finance',
          reason: 'The new limits name people where the old ones named roles.',
        },
      ],
      improvements: [
        {
          title: 'Name roles instead of people in approval limits',
          description: 'And report approvers without an active account every Monday.',
          owner: 'Katrin Aigner',
          category: 'configuration',
          priority: 'low',
          status: 'open',
          dueWeeks: 24,
        },
      ],
      lessons: [
        {
          title: 'Settings that name people age fast',
          polarity: 'negative',
          category: 'configuration',
          subcategory: 'ownership',
          tags: ['approval', 'roles', 'leavers'],
          technologies: ['erp'],
          context: 'Limits for the approval of invoices were imported from a list that finance had kept ({change}).',
          happened:
            'Two people on the list had left during the month between request and change. Their invoices waited for five days before a store called ({incident:invoices}).',
          lesson:
            'The list was right on the day it was written. Nothing in the system told anyone when it stopped being right.',
          recommendations: [
            'Use roles, and check names against active accounts on import.',
            'Alarm on work that waits for longer than two days.',
          ],
        },
      ],
    },
    user: {
      review: {
        outcome: 'successful',
        because:
          'Two store managers went through a stock count on the new form the same evening and found one unclear word, which was changed before morning.',
      },
      lessons: [
        {
          title: 'Let the one who asked carry out the last check',
          polarity: 'positive',
          category: 'testing',
          subcategory: 'acceptance',
          tags: ['acceptance', 'users', 'wording'],
          technologies: ['wms'],
          context: 'A new form for stock counts in the stores ({change}).',
          happened:
            'Two store managers did a real count with it in the evening of the change. “Difference” was read as an amount of money by both. One word was changed that night.',
          lesson:
            'The team had tested the form for a week without seeing it. People who know nothing of the design read what is written.',
          recommendations: [
            'Make a real case by a real user the last step of the plan.',
            'Keep half an hour of the window for what they find.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Introduce pay codes with five characters',
      services: ['hr-portal'],
      slots: { what: '61 pay codes', asker: 'Payroll', interfaces: 'payroll, time recording' },
      ending: 'payroll',
      weeksAgo: 9,
    },
    {
      title: 'Import the new approval limits for invoices',
      services: ['erp-finance'],
      slots: { what: 'approval limits of 140 cost centres', asker: 'Finance', interfaces: 'scanning' },
      ending: 'approvers',
      weeksAgo: 22,
    },
    {
      title: 'Introduce the new stock count form for stores',
      services: ['warehouse-wms'],
      slots: { what: 'stock count form 3', asker: 'Store operations', interfaces: 'finance' },
      ending: 'user',
    },
    {
      title: 'Switch on the new tax table in the finance system',
      services: ['erp-finance', 'order-service'],
      slots: { what: 'tax table', asker: 'Finance', interfaces: 'orders, stores' },
      ending: 'clean',
    },
    {
      title: 'Allow requests for parental leave in the HR portal',
      services: ['hr-portal'],
      slots: { what: 'leave type and workflow', asker: 'Personnel', interfaces: 'time recording' },
      state: 'review',
      ending: 'clean',
    },
    {
      title: 'Introduce batch numbers for cosmetics in the warehouse',
      services: ['warehouse-wms'],
      slots: { what: 'batch number on 900 articles', asker: 'Purchasing', interfaces: 'orders' },
      state: 'assess',
    },
  ],
}
