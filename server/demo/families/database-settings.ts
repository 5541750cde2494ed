import type { Family } from '../family.ts'

export const databaseSettings: Family = {
  key: 'database-settings',
  team: 'Database Operations',
  type: 'normal',
  risk: 'low',
  hours: 'office',
  minutes: 60,
  plan: {
    setting: '<setting>',
    from: '<from>',
    to: '<to>',
    steps: ['Set it on a replica and watch for an hour', 'Set it on the primary', 'Compare <measure> before and after'],
  },
  riskAssessment: { summary: 'Can be set back without a restart.', measure: '<measure>' },
  backout: { steps: ['Set <setting> back to <from>', 'Reload'] },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'As expected, <measure> improved after <setting> went from <from> to <to>.',
      },
    },
    memory: {
      review: {
        outcome: 'failed',
        because:
          'Backed out after 25 minutes: with four times the memory for each sort, the next load ran the host out of memory and the database restarted.',
        backout: { hasWorked: true, note: 'Set back and reloaded in two minutes.' },
        deviations: [{ step: 'Compare <measure> before and after', result: 'skipped', note: 'Backed out before.' }],
        risk: {
          verdict: 'too_low',
          missed: 'The setting counts per sort and per worker, and the load uses twelve workers.',
        },
      },
      incidents: [
        {
          key: 'restart',
          text: 'Sales figures of yesterday are missing in all store reports',
          priority: 2,
          after: 50,
          lasts: 95,
          service: 'reporting',
          linked: true,
          reason: 'The load was rolled back when the database restarted.',
        },
      ],
      improvements: [
        {
          title: 'Set memory by role instead of for the whole server',
          description: 'The load gets its own role with its own limit; interactive users keep the default.',
          owner: 'Benoît Charpentier',
          category: 'configuration',
          priority: 'medium',
          status: 'done',
          dueWeeks: 5,
        },
      ],
      lessons: [
        {
          title: 'Memory settings multiply: per sort, per worker, per connection',
          polarity: 'negative',
          category: 'configuration',
          subcategory: 'sizing',
          tags: ['memory', 'settings', 'out of memory'],
          technologies: ['postgresql'],
          context:
            'A setting for the memory of sorts was raised from 64 MB to 256 MB on the data warehouse ({change}).',
          happened:
            'A single query on a replica became twice as fast. On the primary the load ran twelve workers with several sorts each, used up the memory and was killed ({incident:restart}).',
          lesson:
            'The test had one user. The number in the configuration is not what the server uses but what it is multiplied by.',
          recommendations: [
            'Multiply by workers and by sorts of the worst plan before raising it.',
            'Set it for the role that needs it.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Give sorts in the data warehouse more memory',
      services: ['data-warehouse', 'reporting'],
      slots: { setting: 'work_mem', from: '64MB', to: '256MB', measure: 'the length of the store report' },
      ending: 'memory',
    },
    {
      title: 'Let autovacuum start earlier on the ledger table',
      services: ['payments-db'],
      slots: {
        setting: 'autovacuum_vacuum_scale_factor',
        from: '0.2',
        to: '0.02',
        measure: 'the number of dead rows at noon',
      },
      ending: 'clean',
    },
    {
      title: 'Log queries above 500 ms on the orders database',
      services: ['orders-db'],
      slots: {
        setting: 'log_min_duration_statement',
        from: 'off',
        to: '500ms',
        measure: 'the size of the log per hour',
      },
    },
    {
      title: 'Compress the write-ahead log of the payments database',
      services: ['payments-db'],
      slots: { setting: 'wal_compression', from: 'off', to: 'zstd', measure: 'the volume sent to the second site' },
      state: 'assess',
    },
  ],
}
