import { orderedSteps } from '../ordered-steps.ts'
import type { Story } from '../story.ts'

export const databaseUpgrades: readonly Story[] = [
  {
    key: 'payments-upgrade',
    title: 'Upgrade the payments database from PostgreSQL 15 to 17',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['payments-db', 'payments-api'],
    team: 'Database Operations',
    assignee: 'Tomas Lind',
    requester: 'Zoë Laurent',
    planned: { weeksAgo: 38, day: 'sat', at: '22:00', minutes: 240 },
    actual: { late: 5, minutes: 345 },
    plan: orderedSteps([
      ['Announce the maintenance page and drain card payments to the standby provider', 'Hamza Qureshi', 15],
      ['Stop the writers of payments-api and wait until replication lag is zero', 'Amara Diallo', 10],
      ['Detach replica pay-db-3 and keep it on PostgreSQL 15, untouched', 'Tomas Lind', 5],
      ['Run pg_upgrade with hard links on the primary', 'Tomas Lind', 40],
      ['Rebuild the planner statistics with vacuumdb --analyze-in-stages', 'Tomas Lind', 60],
      ['Rebuild replicas pay-db-2 and pay-db-4 with pg_basebackup', 'Jiří Novotný', 70],
      ['Start the writers, pay one cent with each card brand and refund it', 'Amara Diallo', 20],
      ['Take the maintenance page down', 'Hamza Qureshi', 5],
    ]),
    riskAssessment: {
      likelihood: 'medium',
      impact: 'high',
      why: 'Card payments of shop and stores stop for the window. Stores can take chip payments offline up to 80 euros.',
      measured_on: 'A staging copy with 10 % of the rows: pg_upgrade 4 minutes, statistics 6 minutes.',
      mitigations: ['Standby provider for the web shop', 'Untouched replica as the way back', 'Two administrators'],
    },
    backout: {
      point_of_no_return: 'First payment written by PostgreSQL 17',
      before: ['Promote pay-db-3 (still on 15)', 'Point payments-api at pay-db-3', 'Start the writers'],
      after: ['Restore pay-db-3 and replay the payments of the provider’s ledger by hand', 'Needs about 6 hours'],
      decides: 'Adaeze Okafor',
    },
    incidents: [
      {
        key: 'timeouts',
        text: 'Card payments time out in the web shop, maintenance page already gone',
        priority: 1,
        after: 352,
        lasts: 55,
        service: 'payments-api',
        linked: true,
        reason: 'Writers were started before the statistics were complete; the ledger query ran as a full scan.',
      },
      {
        key: 'settlement',
        text: 'Settlement file for the bank is three hours late',
        priority: 3,
        after: 560,
        lasts: 190,
        service: 'payments-api',
        reason: 'The nightly settlement job waits for the window to end and started late.',
      },
      {
        key: 'lag',
        text: 'Replication lag alarm on pay-db-4 every few minutes',
        priority: 4,
        after: 700,
        lasts: 300,
        reason: 'The replica was still being rebuilt when monitoring was switched on again.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 6,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Paolo Ferrand',
      because:
        'The database runs on 17 and nothing was lost. The window was overrun by 1 hour 50 minutes and one critical incident followed, both from a plan that was timed on a copy a tenth of the size.',
      deviations: [
        {
          step: 'Rebuild the planner statistics',
          result: 'deviated',
          note: 'Took 2 hours 25 minutes instead of 60 minutes. Writers were started after the second of three stages.',
        },
        {
          step: 'Rebuild replicas pay-db-2 and pay-db-4',
          result: 'deviated',
          note: 'Only pay-db-2 was ready at the end of the window; pay-db-4 followed on Sunday noon.',
        },
      ],
      risk: {
        verdict: 'too_low',
        missed: 'The time of the statistics grows with the largest table, and the ledger was not in the staging copy.',
      },
    },
    improvements: [
      {
        title: 'Rehearse major database upgrades on a full-size copy',
        description:
          'Restore the latest backup of production to the rehearsal host and run the whole plan there with a clock. No window is asked for without these times.',
        owner: 'Tomas Lind',
        category: 'testing',
        priority: 'high',
        status: 'verified',
        dueWeeks: 8,
      },
      {
        title: 'Start writers only after the statistics of the ten largest tables are complete',
        description: 'Add a gate to the runbook: a query that lists tables without statistics must return no row.',
        owner: 'Priya Raman',
        category: 'procedure',
        priority: 'medium',
        status: 'done',
        dueWeeks: 4,
      },
    ],
    lessons: [
      {
        title: 'Time a database upgrade on a copy of the full size',
        polarity: 'negative',
        category: 'planning',
        subcategory: 'duration',
        tags: ['upgrade', 'window', 'rehearsal'],
        technologies: ['postgresql', 'pg_upgrade'],
        context:
          'The payments database was upgraded from PostgreSQL 15 to 17 in a four-hour window on a Saturday night ({change}). Times came from a staging copy with a tenth of the rows.',
        happened:
          'pg_upgrade itself was as quick as planned, because hard links do not care about size. Rebuilding the planner statistics did: 2 hours 25 minutes instead of one hour. Under pressure the writers were started early, the ledger query ran without statistics, and card payments timed out ({incident:timeouts}).',
        lesson:
          'Steps of an upgrade scale differently. Some take the same time on any size, some grow with the largest table. A small copy tells you which steps exist, never how long they take.',
        recommendations: [
          'Restore last night’s backup to a host like production and run every step with a clock.',
          'Ask for a window of the measured time plus half.',
          'Write down beforehand which step may be cut short, and by whom.',
        ],
      },
      {
        title: 'An untouched replica is a backout plan that everyone trusts',
        polarity: 'positive',
        category: 'backout',
        subcategory: 'preparation',
        tags: ['replica', 'backout', 'decision'],
        technologies: ['postgresql'],
        context:
          'During the upgrade of the payments database ({change}) one replica was detached first and left on the old version.',
        happened:
          'At the planned end of the window two steps were still running. The team could weigh two options with known times: ten minutes to go back, about one hour to finish. Nobody had to guess, and they chose to finish.',
        lesson:
          'A way back that needs one command and no copying takes the panic out of the decision. It costs one replica for a night.',
        recommendations: [
          'Detach a replica before the first step that cannot be undone.',
          'State the point of no return in the backout plan, and who decides there.',
        ],
      },
    ],
  },
  {
    key: 'orders-upgrade',
    title: 'Upgrade the orders database from PostgreSQL 15 to 17',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['orders-db', 'order-service'],
    team: 'Database Operations',
    assignee: 'Priya Raman',
    requester: 'Charlotte Dufour',
    planned: { weeksAgo: 14, day: 'sun', at: '01:00', minutes: 300 },
    actual: { minutes: 228 },
    plan: {
      rehearsal: {
        host: 'rehearsal-db-1',
        data: 'Full backup of the night before, 1.9 TB',
        measured_minutes: { pg_upgrade: 9, statistics: 118, replicas: 64, checks: 22 },
        follows: 'Improvement from {pir:payments-upgrade}',
      },
      phases: [
        {
          name: 'Prepare',
          steps: ['Queue incoming orders in the broker', 'Stop the writers of order-service', 'Detach ord-db-3 on 15'],
        },
        {
          name: 'Upgrade',
          steps: ['pg_upgrade with hard links', 'Statistics in three stages, to the end', 'Rebuild ord-db-2'],
        },
        {
          name: 'Open',
          steps: [
            'Gate: no table without statistics',
            'Start the writers and drain the queue',
            'Place, change and cancel one order in each country',
          ],
        },
      ],
    },
    riskAssessment: {
      likelihood: 'low',
      impact: 'high',
      why: 'Orders wait in the broker for up to five hours; it holds eight hours of a Saturday’s orders.',
      lessons_read: ['Time a database upgrade on a copy of the full size'],
    },
    backout: {
      steps: ['Promote ord-db-3', 'Point order-service at ord-db-3', 'Drain the queue there'],
      latest_moment: 'Before the gate is opened',
      needs_minutes: 12,
    },
    review: {
      outcome: 'successful',
      afterDays: 5,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Henrike Vos',
      because:
        'Every step was within ten minutes of the rehearsal, the queue was drained by 05:10 and no incident points to the change.',
    },
    lessons: [
      {
        title: 'A full rehearsal turned an upgrade into a routine night',
        polarity: 'positive',
        category: 'testing',
        subcategory: 'rehearsal',
        tags: ['upgrade', 'rehearsal', 'queue'],
        technologies: ['postgresql', 'rabbitmq'],
        context:
          'The orders database had the same upgrade ahead that had overrun its window on the payments database ({pir:payments-upgrade}).',
        happened:
          'The team restored the full backup to a rehearsal host twice, ran the plan with a clock and wrote the measured minutes into the change. Orders were queued in the broker instead of being refused. The night took 228 of 300 minutes ({change}).',
        lesson:
          'The rehearsal cost two working days and one host. It paid for itself in the first hour, and the numbers made the approval a short conversation.',
        recommendations: [
          'Put the measured minutes of each step into the plan, with host and data they come from.',
          'Where a queue stands in front of the database, let it hold the work instead of showing a maintenance page.',
        ],
      },
    ],
  },
]
