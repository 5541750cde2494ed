import { actionsOf, type Parts } from './action.ts'

export const changeActions = actionsOf('change', {
  create: { sentence: ({ record }) => ['recorded ', record()] },
  reviewed: {
    sentence: ({ record, to }) => ['marked ', record(), ' as reviewed', to('pir_outcome', ' with the outcome ')],
    follows: ['pir_completed', 'pir_reference', 'pir_date', 'state'],
  },
  not_reviewed: {
    sentence: ({ record }) => ['marked ', record(), ' as not reviewed'],
    follows: ['pir_completed'],
  },
  dismissed: {
    sentence: ({ record, quoted }) => ['dismissed ', record(), ' as not worth a review', quoted('dismissed_because')],
  },
  found_unauthorized: {
    sentence: ({ record }) => ['found that ', record(), ' was not authorized'],
    follows: ['is_unauthorized', 'state'],
  },
})

export const incidentActions = actionsOf('incident', {
  cause_confirmed: {
    sentence: (parts) => ['confirmed that ', causeOf(parts), ' caused ', parts.record()],
    follows: ['caused_by_change'],
  },
  cause_withdrawn: {
    sentence: (parts) => ['no longer confirms that ', causeOf(parts), ' caused ', parts.record()],
    follows: ['caused_by_change'],
  },
})

const causeOf = ({ other, recorded }: Parts) => other('change', String(recorded('caused_by_change')))

export const articleActions = actionsOf('article', {
  create: {
    sentence: ({ record, recorded }) => {
      const metadata = recorded('metadata') as { readonly article_type?: unknown } | null
      return ['published ', record(metadata?.article_type === 'lesson' ? 'the lesson' : 'the article')]
    },
  },
})

const rated = ({ record, recorded, to }: Parts) => [
  'rated ',
  record(),
  recorded('is_useful') === true ? ' as useful' : ' as not useful',
  to('change_number', ' for the change '),
]

export const voteActions = actionsOf('article_vote', {
  create: { sentence: rated },
  update: { sentence: rated, follows: ['is_useful'] },
  delete: {
    sentence: ({ record, to }) => ['withdrew their vote on ', record(), to('change_number', ' for the change ')],
  },
})

/** The review of a comment or a question, by its reference. */
function reviewOf({ recorded, name, other }: Parts) {
  const reference = recorded('reference') ?? name
  return typeof reference === 'string' ? other('review', reference) : ['a review']
}

export const commentActions = actionsOf('comment', {
  create: { sentence: (parts) => ['commented on ', reviewOf(parts)] },
  update: { sentence: (parts) => ['edited a comment on ', reviewOf(parts)] },
  delete: { sentence: (parts) => ['deleted a comment on ', reviewOf(parts)] },
})

export const questionActions = actionsOf('requester_question', {
  create: {
    sentence: (parts) => ['asked ', parts.to('requester'), ' about ', reviewOf(parts), parts.quoted('question')],
  },
  update: { sentence: (parts) => ['changed a question about ', reviewOf(parts)] },
  answered: {
    sentence: (parts) => ['replied to a question about ', reviewOf(parts), parts.to('answer', ': ')],
    follows: ['answered_through'],
  },
})

export const viewActions = actionsOf('saved_view', {})
export const mappingActions = actionsOf('import_mapping', {})
export const userActions = actionsOf('user', {})
export const productActions = actionsOf('product', {})

export const importActions = actionsOf('import', {
  create: {
    sentence: ({ recorded }) => {
      const [kind, rows, file] = [recorded('records') ?? 'records', recorded('rows'), recorded('file')]
      const count = typeof rows === 'number' ? `${rows.toLocaleString('en')} rows of ${kind}` : String(kind)
      return [`imported ${count}`, typeof file === 'string' ? ` from ${file}` : '']
    },
  },
  undone: {
    sentence: ({ to }) => ['undid an import', to('file', ' of ')],
    follows: ['undone_at'],
  },
  file_deleted: { sentence: ({ record }) => ['deleted the file of ', record()], follows: ['file_stored'] },
})

export const connectionActions = actionsOf('connection', {
  event_retried: { sentence: ({ record }) => ['retried an event of ', record()] },
  write_decided: { sentence: ({ record }) => ['decided about a write of ', record()] },
})
