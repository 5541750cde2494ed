/** The groups in which the reference shows the operations, in its order: who they are for, and what each holds. */
export const tagGroups = {
  'Resource API': {
    Users: 'The people of the organisation, read only.',
    Products: 'The products on offer, read only.',
  },
  'Change management': {
    Changes: 'Changes to production services, and the outcome of their reviews.',
    Incidents: 'Incidents, to be found by change, service and time.',
    Improvements: 'The register of improvement actions.',
  },
  Knowledge: {
    Articles: 'Knowledge articles, with the lessons that reviews taught.',
  },
  'The pages’ own API': {
    Reviews: 'Reviews from the first step to sign-off. For signed-in people.',
    Insights:
      'How changes and reviews fare, each number with its definition and the list behind it. For signed-in people.',
    Policy: 'Which change owes a review, by when and by whom. For signed-in people.',
    Discussion: 'Comments on reviews, and questions to requesters. For signed-in people; answers by link for anyone.',
    Finding: 'Search over all that is recorded. For signed-in people.',
    'Saved views': 'Filters that people keep and share. For signed-in people.',
    Notifications: 'What people are told, in the app and by e-mail. For signed-in people.',
    History: 'Who wrote what, and when. For signed-in people.',
    Sessions: 'The sessions of the person who is signed in.',
    Accounts: 'Who may sign in, with which role. For admins.',
    'API tokens': 'Bearer tokens for other systems. For admins.',
  },
  Running: {
    Operations: 'Health, metrics and this description.',
  },
} as const

type Groups = typeof tagGroups
type TagGroup = keyof Groups
/** What an endpoint is about; each has its heading and its page in the reference. */
export type Tag = { [Group in TagGroup]: keyof Groups[Group] }[TagGroup]
