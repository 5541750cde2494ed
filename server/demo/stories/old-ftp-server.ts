import type { Story } from '../story.ts'

export const oldFtpServer: readonly Story[] = [
  {
    key: 'ftp-decommission',
    title: 'Switch off the old FTP server',
    type: 'normal',
    risk: 'low',
    state: 'closed',
    services: ['erp-finance', 'backup'],
    team: 'Business Applications',
    assignee: 'Federica Bassi',
    requester: 'Wei-Lin Chao',
    planned: { weeksAgo: 17, day: 'fri', at: '15:00', minutes: 60 },
    actual: { minutes: 30 },
    plan: {
      checks_before: [
        { check: 'Logins in the last 14 days', expected: 'none', found: 'none' },
        { check: 'Last full backup', expected: 'not older than a day', found: 'last night' },
      ],
      steps: ['Shut the machine down', 'Keep the image for 60 days', 'Remove it from monitoring and inventory'],
    },
    riskAssessment: { likelihood: 'low', impact: 'low' },
    backout: { summary: 'Start the image again, 20 minutes.' },
    incidents: [
      {
        key: 'vat',
        text: 'VAT report file did not reach the tax adviser',
        priority: 3,
        after: 11 * 1440 + 1000,
        lasts: 1300,
        service: 'erp-finance',
        reason: 'A job that runs once a month was the last user of the server.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 11,
      reviewer: 'Callum Reid',
      because:
        'The server is gone as intended. Eleven days later a monthly job failed; it now uses the transfer service.',
      risk: { verdict: 'too_low', missed: 'Fourteen days of logins do not show monthly and quarterly jobs.' },
    },
    improvements: [
      {
        title: 'Look back at least 100 days before switching a server off',
        description: 'A quarter and a week. Where logs are not kept that long, ask finance for its calendar.',
        owner: 'Federica Bassi',
        category: 'procedure',
        priority: 'medium',
        status: 'done',
        dueWeeks: 4,
      },
    ],
    lessons: [
      {
        title: 'Unused for two weeks is not unused',
        polarity: 'negative',
        category: 'decommissioning',
        subcategory: 'inventory',
        tags: ['decommissioning', 'monthly job', 'finance'],
        technologies: ['ftp', 'batch'],
        context: 'An FTP server without a login for 14 days was switched off ({change}).',
        happened:
          'Eleven days later the monthly VAT report was not delivered ({incident:vat}). A script on the finance server had used the machine once a month for nine years.',
        lesson: 'Business has a rhythm of months and quarters. Logs of two weeks cannot hear it.',
        recommendations: [
          'Look back over a quarter at least.',
          'Block the network first and leave the machine running for a full month.',
          'Keep the image until after the next quarter’s end.',
        ],
      },
    ],
  },
]
