import { orderedSteps } from '../ordered-steps.ts'
import type { Story } from '../story.ts'

export const vaultKeys: readonly Story[] = [
  {
    key: 'vault-rekey',
    title: 'Re-key the secrets vault after two key holders left',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['secrets-vault'],
    team: 'Security Operations',
    assignee: 'Matteo Grassi',
    requester: 'Wei-Lin Chao',
    planned: { weeksAgo: 21, day: 'thu', at: '18:00', minutes: 90 },
    actual: { minutes: 70 },
    plan: orderedSteps([
      ['Snapshot the storage of the vault and verify that it opens on the isolated host', 'Fergus Allan', 20],
      ['Start the re-key with five shares and a threshold of three', 'Matteo Grassi', 5],
      ['Three present holders enter their shares in person', 'Wei-Lin Chao', 15],
      [
        'Hand out the new shares on paper and have each holder read back the first four characters',
        'Dunja Petrović',
        20,
      ],
      ['Seal and unseal the standby node with the new shares', 'Matteo Grassi', 15],
      ['Destroy the old shares, two people present', 'Wei-Lin Chao', 10],
    ]),
    riskAssessment: {
      likelihood: 'low',
      impact: 'very high',
      note: 'A vault that cannot be unsealed stops every deployment and, at the next restart, most services.',
    },
    backout: {
      until_step_4: 'Cancel the re-key; the old shares stay valid',
      after_step_4: 'Restore the snapshot on the isolated host with the old shares, which are destroyed only in step 6',
    },
    review: {
      outcome: 'successful',
      afterDays: 5,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Paolo Ferrand',
      because:
        'Done in 70 minutes with every step as written. The standby node proved the new shares before the old ones went.',
    },
    lessons: [
      {
        title: 'Prove new keys on the standby before destroying the old ones',
        polarity: 'positive',
        category: 'procedure',
        subcategory: 'order of steps',
        tags: ['keys', 'standby', 'ceremony'],
        technologies: ['vault'],
        context:
          'Two of five holders of unseal shares had left the company; the vault was re-keyed with new holders ({change}).',
        happened:
          'The standby node was sealed and unsealed with the new shares while the active node kept running. Only then were the old shares destroyed. One holder had written down a wrong character, which came out at the read-back.',
        lesson:
          'The order of the steps was the safety: nothing was thrown away before its successor had done the real work once.',
        recommendations: [
          'Use the new credential for its real purpose before the old one is destroyed.',
          'Let people read back what they wrote down.',
        ],
      },
    ],
  },
]
