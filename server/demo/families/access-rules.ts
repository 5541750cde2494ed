import type { Family } from '../family.ts'

export const accessRules: Family = {
  key: 'access-rules',
  team: 'Identity and Access',
  type: 'normal',
  risk: 'moderate',
  hours: 'office',
  minutes: 15_840,
  plan: {
    rule: '<rule>',
    phases: [
      {
        name: 'Report only',
        steps: ['Switch the rule to reporting for a week', 'Explain every sign-in that it would have refused'],
      },
      { name: 'Pilot', steps: ['Enforce for the IT department', 'Two days without a ticket'] },
      { name: 'All', steps: ['Enforce for everyone', 'Read refused sign-ins every hour until evening'] },
    ],
  },
  riskAssessment: {
    likelihood: 'medium',
    impact: 'medium',
    emergency_access: 'Two sealed accounts are excluded and were tried this month',
  },
  backout: { steps: ['Set the rule to reporting'], minutes: 5 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because:
          'The week of reporting explained every refusal; after enforcement nobody was refused who should not be.',
      },
    },
    report: {
      review: {
        outcome: 'successful',
        because:
          'Reporting showed 214 sign-ins of the payroll robot that the rule would have refused. It got an exception with an owner and an end date before enforcement.',
      },
      lessons: [
        {
          title: 'A week in report-only mode found the robot that nobody knew',
          polarity: 'positive',
          category: 'rollout',
          subcategory: 'shadow mode',
          tags: ['access', 'report only', 'robots'],
          technologies: ['saml', 'conditional access'],
          context: 'Sign-ins from unknown countries were to be refused ({change}).',
          happened:
            'For a week the rule only reported. Payroll’s robot turned out to run in a data centre abroad, 30 times a day. It would have stopped two days before pay day.',
          lesson: 'Interviews had found every person who travels. Only the log knew the robot.',
          recommendations: [
            'Report for as long as the longest cycle of the users, a month where pay is concerned.',
            'Explain every line before enforcing, also the odd ones.',
          ],
        },
      ],
    },
    groups: {
      minutes: 13_200,
      review: {
        outcome: 'successful_with_issues',
        because:
          'Nested groups are resolved by the new job. Thirty people lost a licence for a morning, because the first run removed before it added.',
        deviations: [{ step: 'Two days without a ticket', result: 'skipped', note: 'The pilot was cut to one day.' }],
      },
      incidents: [
        {
          key: 'licence',
          text: 'Design tools say "no licence" for the whole catalogue team',
          priority: 3,
          after: 13_000,
          lasts: 150,
          service: 'staff-directory',
          linked: true,
          reason: 'Removed from the group by the first run and added again two hours later by the second.',
        },
      ],
      improvements: [
        {
          title: 'Let directory jobs add before they remove',
          description: 'And stop when more than two per cent of a group would be removed in one run.',
          owner: 'Viktor Halász',
          category: 'resilience',
          priority: 'medium',
          status: 'verified',
          dueWeeks: 4,
        },
      ],
      lessons: [
        {
          title: 'Add first, remove last, and stop when it is too much',
          polarity: 'negative',
          category: 'design',
          subcategory: 'synchronisation',
          tags: ['directory', 'sync', 'limits'],
          technologies: ['ldap', 'scim'],
          context: 'A new job keeps groups in step with the personnel system ({change}).',
          happened:
            'The end state was right. On the way there, people were removed in the first run and added in the second; between them lay two hours without a licence ({incident:licence}).',
          lesson: 'For users of a synchronised group the way matters, not only the result.',
          recommendations: [
            'Order operations so that nobody is without a right in between.',
            'Set a limit on removals for each run and let a person decide beyond it.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Refuse sign-ins from countries where nobody works',
      services: ['identity-sso'],
      slots: { rule: 'country not in list' },
      ending: 'report',
    },
    {
      title: 'Resolve nested groups by the new directory job',
      services: ['staff-directory', 'identity-sso'],
      slots: { rule: 'membership from the personnel system' },
      ending: 'groups',
    },
    {
      title: 'End idle sessions of administrators after 15 minutes',
      services: ['identity-sso'],
      slots: { rule: 'idle session 15 minutes for administrators' },
      ending: 'clean',
    },
    {
      title: 'Refuse sign-ins with the legacy mail protocols',
      services: ['identity-sso', 'mailboxes'],
      slots: { rule: 'POP and IMAP with password refused' },
      state: 'review',
      weeksAgo: 4,
      ending: 'clean',
      incidents: [
        {
          key: 'scan',
          text: 'Scan to mail fails in Porto, password refused',
          priority: 4,
          after: 8_735,
          lasts: 1300,
          service: 'print-service',
        },
        {
          key: 'travel',
          text: 'Travel agency cannot fetch bookings from the shared mailbox',
          priority: 3,
          after: 9_870,
          lasts: 420,
          service: 'mailboxes',
        },
      ],
    },
    {
      title: 'Ask suppliers for a device certificate',
      services: ['identity-sso', 'vpn-gateway'],
      slots: { rule: 'supplier sign-in needs device certificate' },
      state: 'new',
    },
  ],
}
