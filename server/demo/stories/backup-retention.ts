import type { Story } from '../story.ts'

export const backupRetention: readonly Story[] = [
  {
    key: 'retention',
    title: 'Keep backups of store systems for 30 days instead of 14',
    type: 'standard',
    risk: 'low',
    state: 'closed',
    services: ['backup'],
    team: 'Storage and Backup',
    assignee: 'Fergus Allan',
    planned: { weeksAgo: 44, day: 'mon', at: '10:00', minutes: 30 },
    actual: { minutes: 15 },
    plan: { steps: ['Set the retention of policy STORES to 30', 'Run the policy once'] },
    riskAssessment: null,
    backout: { summary: 'Set the retention back to 14.' },
    incidents: [
      {
        key: 'restore',
        text: 'Weekly restore test of store 117 fails: no backup older than yesterday',
        priority: 3,
        after: 3 * 1440 + 1200,
        lasts: 1500,
        service: 'backup',
        reason: 'The field counts copies for this policy, and the policy runs every hour: 30 copies are 30 hours.',
      },
    ],
    review: {
      outcome: 'failed',
      afterDays: 6,
      reviewer: 'Callum Reid',
      signedOffBy: 'Paolo Ferrand',
      because:
        'The objective was the opposite of what happened: for four days history older than 30 hours was thrown away for 212 store systems. Set back to days; the lost copies cannot be brought back.',
      deviations: [
        {
          step: 'Run the policy once',
          result: 'deviated',
          note: 'Ran green. A green run says nothing about retention.',
        },
      ],
      backout: {
        hasWorked: false,
        note: 'The setting was put back at once; the deleted copies of four days stay lost.',
      },
      risk: { verdict: 'too_low', missed: 'A change of retention deletes data. It must not be a standard change.' },
    },
    improvements: [
      {
        title: 'Take retention settings out of the standard changes',
        description:
          'Any change that can delete backups needs a second pair of eyes and a dry run that lists what would be deleted.',
        owner: 'Paolo Ferrand',
        category: 'policy',
        priority: 'high',
        status: 'verified',
        dueWeeks: 2,
      },
      {
        title: 'Lock the newest seven daily copies against deletion',
        description: 'Immutable for seven days on the backup target, whatever a policy says.',
        owner: 'Fergus Allan',
        category: 'resilience',
        priority: 'high',
        status: 'done',
        dueWeeks: 10,
      },
    ],
    lessons: [
      {
        title: 'Thirty of what? Retention fields have units',
        polarity: 'negative',
        category: 'configuration',
        subcategory: 'units',
        tags: ['backup', 'retention', 'units', 'data loss'],
        technologies: ['backup'],
        context:
          'Backups of store systems were to be kept for 30 instead of 14 days, as a standard change of 15 minutes ({change}).',
        happened:
          'The field of this policy counts copies, and the policy runs hourly. Thirty copies are thirty hours, so the next clean-up deleted two weeks of history. The weekly restore test found it four days later ({incident:restore}).',
        lesson:
          'The change did exactly what it was told. What saved the team from finding out during a real loss was a restore test that asks for an old copy.',
        recommendations: [
          'Ask for a list of what a retention change would delete before saving it.',
          'Restore something old every week, not just the newest copy.',
          'A setting that deletes data is never a standard change.',
        ],
      },
      {
        title: 'Restore something old every week',
        polarity: 'positive',
        category: 'testing',
        subcategory: 'restore test',
        tags: ['backup', 'restore', 'early warning'],
        technologies: ['backup'],
        context:
          'A changed retention setting was deleting the history of 212 store systems ({change}); every backup report was green.',
        happened:
          'The weekly restore test picks a random system and a random day of the last two weeks. On the fourth day it asked for a copy that was gone ({incident:restore}).',
        lesson: 'Reports tell that copies were made. Only a restore tells that they are still there.',
        recommendations: [
          'Let chance pick system and day; people pick what works.',
          'Treat a failed restore test as an incident, as was done here.',
        ],
      },
    ],
  },
]
