import type { Family } from '../family.ts'
import { orderedSteps } from '../ordered-steps.ts'

export const minorVersions: Family = {
  key: 'minor-versions',
  team: 'Database Operations',
  type: 'normal',
  risk: 'moderate',
  hours: 'night',
  minutes: 90,
  plan: orderedSteps([
    ['Update the replicas and restart them', 'Jiří Novotný', 20],
    ['Wait until the lag is below one second', 'Jiří Novotný', 5],
    ['Switch over to a replica', 'Priya Raman', 2],
    ['Update the former primary', 'Jiří Novotný', 15],
    ['Run the read and write checks of <service>', 'Priya Raman', 10],
  ]),
  riskAssessment: {
    likelihood: 'low',
    impact: 'medium',
    interruption: 'Up to 30 seconds at the switch-over',
    release_notes: 'No step after the update needed',
  },
  backout: { steps: ['Switch back to a node with the old version', 'Reinstall the old packages'], minutes: 15 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'Switched over in <seconds> seconds, all checks of <service> green, no incident in the week after.',
      },
    },
    pool: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'The new version runs. The connection pool of one application held on to the old primary for 20 minutes and returned write errors.',
      },
      incidents: [
        {
          key: 'read-only',
          text: 'Saving an address fails with "cannot execute UPDATE in a read-only transaction"',
          priority: 2,
          after: 31,
          lasts: 22,
          service: 'customer-portal',
          linked: true,
          reason: 'The pool resolved the name of the primary only once, at its start.',
        },
      ],
      improvements: [
        {
          title: 'Let connection pools follow the primary by target_session_attrs',
          description: 'List all hosts in the connection string and ask for read-write; eleven applications.',
          owner: 'Priya Raman',
          category: 'resilience',
          priority: 'high',
          status: 'in_progress',
          dueWeeks: 9,
        },
      ],
      lessons: [
        {
          title: 'A switch-over is done when the clients have noticed',
          polarity: 'negative',
          category: 'architecture',
          subcategory: 'high availability',
          tags: ['failover', 'connection pool', 'dns'],
          technologies: ['postgresql', 'hikaricp'],
          context: 'A minor version was installed with a switch-over of a few seconds ({change}).',
          happened:
            'The database switched in four seconds. One application went on talking to the former primary, now read-only, until its pool was restarted ({incident:read-only}).',
          lesson:
            'The seconds of a switch-over are measured at the database and felt at the client. The slowest client sets the length.',
          recommendations: [
            'Use a connection string with all hosts and `target_session_attrs=read-write`.',
            'Count write errors at the applications during the next planned switch-over.',
          ],
        },
      ],
    },
    practice: {
      review: {
        outcome: 'successful',
        because:
          'Fifth planned switch-over of the year: 3 seconds, no failed write. The routine is ready for an unplanned one.',
      },
      lessons: [
        {
          title: 'Planned switch-overs are free practice for the real one',
          polarity: 'positive',
          category: 'resilience',
          subcategory: 'practice',
          tags: ['failover', 'practice', 'patching'],
          technologies: ['postgresql', 'patroni'],
          context: 'Minor versions are installed by switching over and not by restarting in place ({change}).',
          happened:
            'The first switch-over of the year took 40 seconds and broke two applications. The fifth took three seconds and nobody noticed.',
          lesson:
            'A restart in place would have been shorter the first time. The practice was worth more than the seconds.',
          recommendations: [
            'Prefer the way that you will need at night.',
            'Write down length and failed writes each time, and show the row of numbers.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Update the orders database to PostgreSQL 17.6',
      services: ['orders-db', 'customer-portal'],
      slots: { seconds: '4' },
      ending: 'pool',
      weeksAgo: 8,
    },
    {
      title: 'Update the payments database to PostgreSQL 17.5',
      services: ['payments-db'],
      slots: { seconds: '6' },
      ending: 'clean',
      weeksAgo: 30,
    },
    {
      title: 'Update the payments database to PostgreSQL 17.6',
      services: ['payments-db'],
      slots: { seconds: '3' },
      ending: 'practice',
      weeksAgo: 7,
    },
    {
      title: 'Update the directory of the HR portal to MariaDB 11.4.8',
      services: ['hr-portal'],
      slots: { seconds: '9' },
    },
    {
      title: 'Update the warehouse database of reporting to PostgreSQL 17.6',
      services: ['data-warehouse'],
      slots: { seconds: '5' },
      state: 'review',
      ending: 'clean',
    },
    {
      title: 'Update the orders database to PostgreSQL 17.7',
      services: ['orders-db'],
      slots: { seconds: '4' },
      state: 'scheduled',
    },
  ],
}
