import type { Family } from '../family.ts'

export const firewallRules: Family = {
  key: 'firewall-rules',
  team: 'Network Operations',
  type: 'standard',
  risk: 'low',
  hours: 'office',
  minutes: 30,
  plan: {
    rule: { from: '<from>', to: '<to>', port: '<port>' },
    steps: [
      'Second person reads the rule',
      'Load it',
      'Owner of the <to> tests',
      'Note the owner and a date of expiry at the rule',
    ],
  },
  riskAssessment: {
    summary: 'Opens one way between two named groups. Nothing is closed.',
    read_by: 'Second person of the team',
  },
  backout: { steps: ['Remove the rule'], minutes: 1 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'Rule loaded; the owner of the <to> confirmed it within the hour. Random sample.',
      },
    },
    order: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'The way was opened. The rule stood above an older one for the same group and took away its logging and its rate limit for a day.',
        deviations: [
          {
            step: 'Second person reads the rule',
            result: 'deviated',
            note: 'Read as text, without its neighbours in the list.',
          },
        ],
      },
      incidents: [
        {
          key: 'flood',
          text: 'Partner feed calls the portal 400 times a second',
          priority: 3,
          after: 960,
          lasts: 80,
          service: 'customer-portal',
          reason: 'The rate limit of the older rule did not apply any more.',
        },
      ],
      improvements: [
        {
          title: 'Show which rules a new firewall rule covers',
          description: 'A report of shadowed rules in the merge request of the rule set.',
          owner: 'Diogo Pacheco',
          category: 'automation',
          priority: 'medium',
          status: 'open',
          dueWeeks: 9,
        },
      ],
      lessons: [
        {
          title: 'Read a firewall rule together with its neighbours',
          polarity: 'negative',
          category: 'procedure',
          subcategory: 'peer review',
          tags: ['firewall', 'rule order', 'four eyes'],
          technologies: ['firewall'],
          context: 'A partner was allowed to reach the customer portal on a second port ({change}).',
          happened:
            'The rule was right by itself. It stood above an older one for the same partner, which carried the rate limit. The next morning the partner’s feed ran without a brake ({incident:flood}).',
          lesson:
            'The first match wins, so a rule means what it says only at its place in the list. The second person had seen the rule and not the place.',
          recommendations: [
            'Show the difference of the whole rule set, not the new line.',
            'Test what must still be refused, not only what is now allowed.',
          ],
        },
      ],
    },
    expiry: {
      review: {
        outcome: 'successful',
        afterDays: 24,
        because:
          'Opened with an expiry date of 30 days and closed by itself after the supplier had left. Random sample.',
      },
      lessons: [
        {
          title: 'Rules with an expiry date clean up after themselves',
          polarity: 'positive',
          category: 'procedure',
          subcategory: 'clean-up',
          tags: ['firewall', 'expiry', 'supplier'],
          technologies: ['firewall'],
          context: 'A supplier needed access to the conveyor controllers for the time of an installation ({change}).',
          happened:
            'The rule got an end date. A week before, its owner was asked by mail whether it is still needed; nobody answered and it was removed. The supplier had left four days earlier.',
          lesson:
            'Of 112 temporary rules without a date, 96 were still there after two years. Of 40 with a date, none.',
          recommendations: ['Refuse temporary rules without an end date.', 'Let silence mean removal.'],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Allow the marketplace partner to reach the portal on port 8443',
      services: ['firewall', 'customer-portal'],
      slots: { from: 'marketplace partner', to: 'portal nodes', port: '8443' },
      ending: 'order',
      weeksAgo: 10,
    },
    {
      title: 'Allow the conveyor supplier to reach its controllers for 30 days',
      services: ['firewall', 'warehouse-wms'],
      slots: { from: 'supplier VPN', to: 'conveyor controllers', port: '4840' },
      ending: 'expiry',
      weeksAgo: 45,
    },
    {
      title: 'Allow payroll to fetch files from the HR portal',
      services: ['firewall', 'hr-portal'],
      slots: { from: 'payroll provider', to: 'HR transfer node', port: '22' },
      ending: 'clean',
    },
    {
      title: 'Allow the new monitoring nodes to reach all databases',
      services: ['firewall', 'monitoring'],
      slots: { from: 'monitoring nodes', to: 'database group', port: '5432' },
    },
    {
      title: 'Allow the tax service to call the finance system',
      services: ['firewall', 'erp-finance'],
      slots: { from: 'tax service', to: 'finance interface', port: '443' },
    },
    {
      title: 'Allow the second site to replicate the object storage',
      services: ['firewall', 'object-store'],
      slots: { from: 'second site', to: 'object storage nodes', port: '9000' },
      state: 'authorize',
    },
  ],
}
