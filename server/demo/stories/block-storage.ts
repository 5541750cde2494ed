import type { Story } from '../story.ts'

export const blockStorage: readonly Story[] = [
  {
    key: 'san-firmware',
    title: 'Update the controller firmware of the block storage',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['storage-san'],
    team: 'Storage and Backup',
    assignee: 'Joris Hendrikx',
    requester: 'Mirela Stan',
    planned: { weeksAgo: 46, day: 'sat', at: '23:00', minutes: 300 },
    actual: { minutes: 255 },
    plan: {
      steps: [
        'Open a case with the vendor and have an engineer on the line',
        'Check that every host has four working paths',
        'Update controller B, wait for the cache to mirror again',
        'Fail over to B, watch latency for 20 minutes',
        'Update controller A, balance the volumes',
      ],
    },
    riskAssessment: {
      likelihood: 'low',
      impact: 'very_high',
      note: 'A controller that does not return leaves one path for all databases.',
      four_eyes: true,
    },
    backout: {
      text: 'Firmware cannot be taken back on a running array. Stop after controller B if latency stays above 5 ms and work on with one controller until the vendor has a fix.',
    },
    review: {
      outcome: 'successful',
      afterDays: 5,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Henrike Vos',
      because:
        'Both controllers run the new firmware, highest latency was 3.1 ms during the fail-over, no host lost a path that it needed.',
    },
    lessons: [
      {
        title: 'Check the paths of every host before a controller goes down',
        polarity: 'positive',
        category: 'preparation',
        subcategory: 'redundancy',
        tags: ['firmware', 'multipath', 'storage'],
        technologies: ['fibre channel', 'multipath'],
        context: 'Non-disruptive firmware update of the block storage behind all databases ({change}).',
        happened:
          'The check on the afternoon before found three of 64 hosts with two paths instead of four; a loose optic and two forgotten zones. They were repaired and the night was quiet.',
        lesson:
          '“Non-disruptive” describes the array. Whether the hosts agree depends on paths that nobody has looked at since the installation.',
        recommendations: [
          'Count the paths on every host on the same day.',
          'Stop between the two controllers and look at latency before going on.',
        ],
      },
    ],
  },
]
