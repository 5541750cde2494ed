import type { Family } from '../family.ts'

export const backupPolicies: Family = {
  key: 'backup-policies',
  team: 'Storage and Backup',
  type: 'normal',
  risk: 'moderate',
  hours: 'office',
  minutes: 60,
  plan: {
    objective: '<objective>',
    checks_before: [{ check: 'List of copies that the change would delete', expected: 'empty' }],
    steps: ['Apply to one client', 'Run it', 'Restore one old and one new file', 'Apply to the rest'],
    checks_after: [{ check: 'Restore of a copy of last week', expected: 'file is identical' }],
  },
  riskAssessment: { likelihood: 'low', impact: 'high', since: '{pir:retention}', deletes_copies: false },
  backout: { summary: 'Return to the exported policy; no copy is deleted in between.' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'Applied, and an old and a new file restored from each group: <objective>.',
      },
    },
    window: {
      review: {
        outcome: 'successful_with_issues',
        because: 'The databases are backed up every four hours. The copy at noon slowed down the refresh of reports.',
        risk: { verdict: 'right', missed: 'The load at noon had not been measured.' },
      },
      incidents: [
        {
          key: 'noon',
          text: 'Store reports are an hour late every noon',
          priority: 4,
          after: 1620,
          lasts: 2800,
          service: 'reporting',
          reason: 'Backup and refresh read the same volumes at 12:00.',
        },
      ],
      improvements: [
        {
          title: 'Spread database backups over the hour',
          description: 'A fixed offset for each database instead of all on the hour.',
          owner: 'Fergus Allan',
          category: 'configuration',
          priority: 'low',
          status: 'verified',
          dueWeeks: 4,
        },
      ],
      lessons: [
        {
          title: 'Everyone schedules on the hour',
          polarity: 'neutral',
          category: 'configuration',
          subcategory: 'scheduling',
          tags: ['backup', 'schedule', 'contention'],
          technologies: ['backup', 'cron'],
          context: 'Databases were to be backed up every four hours instead of nightly ({change}).',
          happened:
            'The copy at 12:00 met the refresh of the reports at 12:00 ({incident:noon}). Moving the backup by 17 minutes was enough.',
          lesson: 'Round times are crowded: 71 jobs start at minute 0, four at minute 17.',
          recommendations: [
            'Draw the start minute from the name of the job.',
            'Look at the load of the hour before choosing a new time.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Back up the order databases every four hours',
      services: ['backup', 'orders-db'],
      slots: { objective: 'at most four hours of orders can be lost' },
      ending: 'window',
      weeksAgo: 36,
    },
    {
      title: 'Copy backups of payments to the second site',
      services: ['backup', 'payments-db'],
      slots: { objective: 'a copy in another town within an hour' },
      ending: 'clean',
      weeksAgo: 20,
    },
    {
      title: 'Encrypt backups of laptops with keys of our own',
      services: ['backup', 'laptop-fleet'],
      slots: { objective: 'supplier cannot read our copies' },
      state: 'canceled',
      weeksAgo: 25,
    },
    {
      title: 'Back up the secrets vault every hour',
      services: ['backup', 'secrets-vault'],
      slots: { objective: 'at most one hour of secrets can be lost' },
      state: 'authorize',
    },
  ],
}
