import { orderedSteps } from '../ordered-steps.ts'
import type { Story } from '../story.ts'

export const messageQueues: readonly Story[] = [
  {
    key: 'quorum-queues',
    title: 'Replace mirrored queues by quorum queues',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['message-broker', 'order-service', 'warehouse-wms'],
    team: 'Platform Engineering',
    assignee: 'Oisín Byrne',
    planned: { weeksAgo: 48, day: 'sun', at: '04:00', minutes: 240 },
    actual: { minutes: 230 },
    plan: orderedSteps([
      ['Create quorum queues beside the 64 mirrored ones', 'Oisín Byrne', 30],
      ['Switch producers to the new queues, team by team', 'Rasmus Holm', 60],
      ['Let consumers empty the old queues', 'Oisín Byrne', 60],
      ['Switch consumers, check order and duplicates', 'Willem de Graaf', 60],
      ['Delete the empty mirrored queues', 'Oisín Byrne', 10],
    ]),
    riskAssessment: {
      likelihood: 'medium',
      impact: 'high',
      unknown: 'Memory use of long quorum queues under a stopped consumer',
    },
    backout: {
      until: 'Step 4',
      steps: ['Switch producers back', 'Move waiting messages with the shovel'],
      minutes: 30,
    },
    incidents: [
      {
        key: 'memory',
        text: 'Broker blocks publishers, memory alarm on mq-2',
        priority: 2,
        after: 2100,
        lasts: 75,
        service: 'message-broker',
        reason:
          'The returns consumer was stopped for a release on Monday; its queue grew and quorum queues keep their index in memory.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 6,
      reviewer: 'Noor Haddad',
      because:
        'All queues were moved in time and in order. A day later a stopped consumer filled the memory of one broker and publishers were blocked for over an hour.',
    },
    improvements: [
      {
        title: 'Set length limits and dead-letter targets on all queues',
        description: 'No queue may grow without end. Limits are agreed on with the consumer and alarm at half.',
        owner: 'Oisín Byrne',
        category: 'resilience',
        priority: 'high',
        status: 'verified',
        dueWeeks: 8,
      },
    ],
    lessons: [
      {
        title: 'Try a new queue type with its consumer switched off',
        polarity: 'neutral',
        category: 'testing',
        subcategory: 'failure modes',
        tags: ['queue', 'memory', 'load test'],
        technologies: ['rabbitmq'],
        context: 'Mirrored queues of the broker were replaced by quorum queues in one night ({change}).',
        happened:
          'Order, duplicates and speed had been tested. A consumer that stands still had not. It happened the next day through an ordinary release ({incident:memory}).',
        lesson:
          'The normal day of a queue is to be empty. Its behaviour on the bad day is what one buys it for, so this is what a test must show.',
        recommendations: [
          'Stop the consumer for an hour under full load and watch memory and disk.',
          'Limit every queue before it goes to production.',
        ],
      },
      {
        title: 'Move producers first and let the old queues run dry',
        polarity: 'positive',
        category: 'procedure',
        subcategory: 'migration',
        tags: ['queue', 'migration', 'order of steps'],
        technologies: ['rabbitmq'],
        context: 'Sixty-four mirrored queues were replaced in one night ({change}).',
        happened:
          'Producers wrote to the new queues while consumers emptied the old ones; only then did consumers move. No message was lost, none came twice, and the order was kept for each key.',
        lesson:
          'Nothing had to be copied. Copying messages between queues would have been quicker and would have mixed their order.',
        recommendations: [
          'Plan the time that consumers need to empty the old queues.',
          'Count messages in and out for each queue and compare.',
        ],
      },
    ],
  },
]
