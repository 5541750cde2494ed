import type { Story } from '../story.ts'

export const databaseDisk: readonly Story[] = [
  {
    key: 'orders-disk',
    title: 'Extend the data volume of the orders database before it fills up',
    type: 'emergency',
    risk: 'high',
    state: 'closed',
    services: ['orders-db'],
    team: 'Database Operations',
    assignee: 'Jiří Novotný',
    planned: { weeksAgo: 26, day: 'wed', at: '02:40', minutes: 60 },
    actual: { minutes: 35 },
    plan: {
      summary: 'Grow the logical volume of ord-db-1 by 500 GB online and extend the file system.',
      commands: ['lvextend -L +500G vg_data/pgdata', 'xfs_growfs /var/lib/postgresql'],
      approved_by_phone: 'Paolo Ferrand, 02:31',
    },
    riskAssessment: {
      summary:
        'At the present rate the volume is full at 04:15 and the database stops. Growing it online is done weekly elsewhere.',
    },
    backout: null,
    review: {
      outcome: 'successful',
      afterDays: 4,
      reviewer: 'Callum Reid',
      signedOffBy: 'Paolo Ferrand',
      because:
        'Done in 35 minutes without an interruption, an hour and a half before the volume would have been full. A forgotten replication slot had kept 410 GB of log; it was dropped the next day.',
    },
    improvements: [
      {
        title: 'Alert when a replication slot holds more than 50 GB of log',
        description: 'The slot of a reporting replica that had been switched off kept growing for nine weeks.',
        owner: 'Jiří Novotný',
        category: 'monitoring',
        priority: 'high',
        status: 'verified',
        dueWeeks: 3,
      },
    ],
    lessons: [
      {
        title: 'A forgotten replication slot fills the disk of the primary',
        polarity: 'neutral',
        category: 'monitoring',
        subcategory: 'capacity',
        tags: ['disk', 'replication', 'alerting'],
        technologies: ['postgresql', 'lvm'],
        context:
          'A disk alarm at 90 % woke the on-call at 01:35. The volume of the orders database was growing by 3 GB a minute under a nightly load.',
        happened:
          'The volume was extended online within 35 minutes ({change}). The cause came out in the morning: the replication slot of a replica that had been switched off nine weeks before still held back 410 GB of write-ahead log.',
        lesson:
          'An alarm on free space tells you that it is late. The number that grows first is the log a slot holds back, and nobody watched it.',
        recommendations: [
          'Set `max_slot_wal_keep_size` on every primary.',
          'Make “drop the replication slot” a step of decommissioning a replica.',
        ],
      },
    ],
  },
]
