import type { Story } from '../story.ts'

export const secondFactor: readonly Story[] = [
  {
    key: 'second-factor',
    title: 'Require a second factor for all staff accounts',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['identity-sso', 'staff-directory'],
    team: 'Identity and Access',
    assignee: 'Siobhán O’Dea',
    requester: 'Wei-Lin Chao',
    planned: { weeksAgo: 16, day: 'mon', at: '08:00', minutes: 5040 },
    actual: { minutes: 4920 },
    plan: {
      groups: [
        { day: 'Monday', who: 'IT', people: 180 },
        { day: 'Tuesday', who: 'Head offices', people: 1150 },
        { day: 'Wednesday', who: 'Warehouse and customer care', people: 640 },
        { day: 'Thursday', who: 'Stores', people: 2060 },
      ],
      each_day: [
        'Switch the rule on at 08:00',
        'Two extra people at the service desk until 18:00',
        'Read failed logins at 10:00 and 14:00',
      ],
    },
    riskAssessment: {
      likelihood: 'medium',
      impact: 'high',
      exceptions: 'Service accounts are excluded by list (114 entries)',
      registered: { it: '100 %', offices: '97 %', warehouse: '91 %', stores: '72 %' },
    },
    backout: { per_group: 'Take the group out of the rule', takes_effect: 'at the next login, at most 10 minutes' },
    incidents: [
      {
        key: 'tills',
        text: 'Tills in 40 stores cannot be opened, login asks for a code',
        priority: 1,
        after: 3 * 1440 + 20,
        lasts: 35,
        service: 'identity-sso',
        linked: true,
        reason: 'Tills log in with shared store accounts that count as staff.',
      },
      {
        key: 'desk',
        text: 'Service desk queue over 45 minutes, forgotten phones',
        priority: 3,
        after: 1500,
        lasts: 420,
        service: 'identity-sso',
        reason: 'About 90 calls on Tuesday, more than planned for.',
      },
      {
        key: 'scan-station',
        text: 'Returns station in the warehouse is logged out every hour',
        priority: 4,
        after: 2 * 1440 + 200,
        lasts: 1800,
        service: 'warehouse-wms',
        reason: 'Shared station; got a hardware key.',
      },
    ],
    review: {
      outcome: 'partially_successful',
      afterDays: 7,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Henrike Vos',
      because:
        'Offices, IT and warehouse log in with a second factor. Stores were taken out again within 35 minutes and follow with a solution for shared tills.',
      deviations: [{ step: 'Stores', result: 'deviated', note: 'Switched on at 08:00 and taken out at 08:35.' }],
      backout: { hasWorked: true, note: 'For the stores only; tills opened again within ten minutes.' },
      risk: {
        verdict: 'too_low',
        missed: 'Only 72 % of the store staff had registered; the number stood in the plan and stopped nobody.',
      },
    },
    improvements: [
      {
        title: 'Give tills a device identity instead of a shared account',
        description:
          'Certificates on the tills, staff identify themselves by badge. Needed before stores get the second factor.',
        owner: 'Thandiwe Mokoena',
        category: 'architecture',
        priority: 'high',
        status: 'in_progress',
        dueWeeks: 24,
      },
      {
        title: 'Set a minimum share of registered people for a rollout step',
        description: 'Below 95 % a group is not switched on. Checked by the change advisory board.',
        owner: 'Ines Marchetti',
        category: 'policy',
        priority: 'medium',
        status: 'done',
        dueWeeks: 5,
      },
    ],
    lessons: [
      {
        title: 'A number in the plan needs a threshold beside it',
        polarity: 'negative',
        category: 'planning',
        subcategory: 'go or no-go',
        tags: ['mfa', 'threshold', 'stores'],
        technologies: ['saml', 'totp'],
        context:
          'All staff accounts got a second factor, group by group over four days ({change}). The plan stated how many people had registered.',
        happened:
          'Offices at 97 % went well. Stores stood at 72 % and were switched on all the same, on schedule. Forty stores could not open their tills ({incident:tills}).',
        lesson:
          'Everyone had read the 72 %. Without a written limit it was information; with one it would have been a decision.',
        recommendations: [
          'State for each number from when on you do not start.',
          'Ask about shared accounts and devices in every rollout of identity.',
        ],
      },
      {
        title: 'Group by group: two thousand people had an ordinary week',
        polarity: 'positive',
        category: 'rollout',
        subcategory: 'groups',
        tags: ['mfa', 'groups', 'service desk'],
        technologies: ['saml', 'totp'],
        context:
          'A second factor became mandatory for offices and warehouse in three days, one group a day ({change}).',
        happened:
          'Each day had its own extra people at the service desk, its own two looks at failed logins and its own way back. Offices needed 90 calls for 1,150 people.',
        lesson: 'When the stores had to be taken out again, it was one group that went back and not the company.',
        recommendations: [
          'Cut groups along the way back, not along the org chart.',
          'Staff the service desk for eight calls in a hundred people on the first day.',
        ],
      },
    ],
  },
]
