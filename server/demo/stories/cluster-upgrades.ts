import type { Story } from '../story.ts'

export const clusterUpgrades: readonly Story[] = [
  {
    key: 'kubernetes-133',
    title: 'Upgrade the production cluster to Kubernetes 1.33',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['kubernetes-prod', 'message-broker'],
    team: 'Platform Engineering',
    assignee: 'Ravi Menon',
    requester: 'Lucía Ferreyra',
    planned: { weeksAgo: 24, day: 'sat', at: '07:00', minutes: 300 },
    actual: { late: 10, minutes: 385 },
    plan: {
      phases: [
        { phase: 'Control plane', steps: ['Back up etcd', 'Upgrade three masters one by one'], minutes: 60 },
        { phase: 'Nodes', steps: ['Drain, replace and uncordon 42 nodes, six at a time'], minutes: 200 },
        {
          phase: 'Proof',
          steps: ['Run the smoke tests of all 31 applications', 'Scale one application up and down'],
          minutes: 40,
        },
      ],
    },
    riskAssessment: {
      likelihood: 'medium',
      impact: 'high',
      checked: { removed_apis: 'none in use', add_ons: 'all support 1.33', node_image: 'in staging for three weeks' },
    },
    backout: {
      control_plane: 'Restore etcd and the old masters, 50 minutes, all changes since the backup are lost',
      nodes: 'New nodes run beside old ones; stop replacing and keep what works',
    },
    incidents: [
      {
        key: 'drain',
        text: 'Stock updates arrive ten minutes late',
        priority: 3,
        after: 190,
        lasts: 110,
        service: 'message-broker',
        reason: 'Two of three broker nodes were restarted close together after the drain had been forced.',
      },
      {
        key: 'metrics',
        text: 'Dashboards of all applications have a gap on Saturday noon',
        priority: 5,
        after: 2900,
        lasts: 1200,
        service: 'monitoring',
        reason: 'The metrics store had one replica and moved with its node.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 5,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Paolo Ferrand',
      because:
        'The cluster runs 1.33. The window was overrun by 95 minutes, since a disruption budget without room let no broker node be drained; after an hour the drain was forced.',
      deviations: [
        {
          step: 'Drain, replace and uncordon 42 nodes',
          result: 'deviated',
          note: 'Three nodes were drained by force after 60 minutes of waiting.',
        },
      ],
      risk: { verdict: 'right', missed: 'Disruption budgets of applications were not part of the checks.' },
    },
    improvements: [
      {
        title: 'Check disruption budgets before every node replacement',
        description:
          'A query lists budgets that allow no disruption right now. The list must be empty, or its owner is in the room.',
        owner: 'Ravi Menon',
        category: 'procedure',
        priority: 'high',
        status: 'verified',
        dueWeeks: 6,
      },
      {
        title: 'Run the message broker with four nodes, so that one may go',
        description: 'Three nodes with a budget of three leave no room for maintenance.',
        owner: 'Oisín Byrne',
        category: 'resilience',
        priority: 'medium',
        status: 'done',
        dueWeeks: 10,
      },
      {
        title: 'Run the metrics store of the cluster with two replicas',
        description: 'In different zones, so that dashboards survive a node replacement.',
        owner: 'Nils Aaltonen',
        category: 'resilience',
        priority: 'low',
        status: 'done',
        dueWeeks: 9,
      },
    ],
    lessons: [
      {
        title: 'A disruption budget without room stops a cluster upgrade',
        polarity: 'negative',
        category: 'preparation',
        subcategory: 'constraints',
        tags: ['kubernetes', 'upgrade', 'drain', 'window'],
        technologies: ['kubernetes', 'rabbitmq'],
        context: 'All 42 nodes of the production cluster were replaced during the upgrade to 1.33 ({change}).',
        happened:
          'The drain of three nodes hung without an error. The message broker ran three pods with a budget that demands three. After an hour of looking for a network fault the drain was forced, and stock updates were late ({incident:drain}).',
        lesson:
          'The cluster did what the application had asked for. Waiting looks like working in the log of a drain; the budget is the first thing to look at, not the last.',
        recommendations: [
          'List budgets with `ALLOWED DISRUPTIONS` of 0 a week before and on the morning.',
          'Put a limit of ten minutes on a drain, then look instead of waiting.',
        ],
      },
      {
        title: 'Monitoring that moves with the nodes goes blind during the upgrade',
        polarity: 'neutral',
        category: 'monitoring',
        subcategory: 'self-monitoring',
        tags: ['kubernetes', 'metrics', 'blind spot'],
        technologies: ['kubernetes', 'prometheus'],
        context:
          'During the upgrade of the production cluster all nodes were replaced, also the one with the metrics store ({change}).',
        happened:
          'The metrics store had one replica. While it moved, dashboards showed nothing for 40 minutes ({incident:metrics}), just when three drains were stuck.',
        lesson: 'The hour in which one looks at the dashboards is the hour in which they move.',
        recommendations: [
          'Run the metrics store twice, or outside the cluster that it watches.',
          'Move it first and on its own.',
        ],
      },
    ],
  },
  {
    key: 'kubernetes-134',
    title: 'Upgrade the production cluster to Kubernetes 1.34',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['kubernetes-prod', 'message-broker'],
    team: 'Platform Engineering',
    assignee: 'Ravi Menon',
    requester: 'Lucía Ferreyra',
    planned: { weeksAgo: 5, day: 'sat', at: '07:00', minutes: 360 },
    actual: { minutes: 265 },
    plan: {
      checks_before: [
        { check: 'Budgets that allow no disruption', expected: 'none', command: 'kubectl get pdb -A' },
        { check: 'APIs removed in 1.34', expected: 'not called for 30 days' },
        { check: 'Backup of etcd restores on the test masters', expected: 'OK' },
      ],
      steps: [
        'Upgrade three masters',
        'Replace 44 nodes, six at a time, at most ten minutes for each drain',
        'Run the smoke tests of 33 applications',
      ],
      checks_after: [
        { check: 'Pods not ready', expected: '0' },
        { check: 'Message broker members', expected: '4' },
      ],
    },
    riskAssessment: {
      likelihood: 'low',
      impact: 'high',
      since_last_time: 'Findings of {pir:kubernetes-133} are in the checks; the broker has a fourth node.',
    },
    backout: { control_plane: 'Restore etcd, 50 minutes', nodes: 'Stop replacing and keep what works' },
    review: {
      outcome: 'successful',
      afterDays: 4,
      reviewer: 'Noor Haddad',
      because: 'Ninety-five minutes quicker than planned, every drain below four minutes, no incident.',
    },
    lessons: [
      {
        title: 'Findings that became checks: the next cluster upgrade took half the effort',
        polarity: 'positive',
        category: 'procedure',
        subcategory: 'learning',
        tags: ['kubernetes', 'upgrade', 'checklist'],
        technologies: ['kubernetes'],
        context: 'Upgrade to 1.34, half a year after one that had overrun its window ({pir:kubernetes-133}).',
        happened:
          'Each finding of that review stood as a check with an expected value at the head of the plan. One budget without room came up on Thursday and was widened by its owner. The night was quiet ({change}).',
        lesson:
          'A finding helps when it stands in the next plan as a line that can be ticked. In a report it helps nobody.',
        recommendations: [
          'Copy the checks of the last plan, then add what its review found.',
          'Give each check an expected value.',
        ],
      },
    ],
  },
]
