import { pagePaths } from '#lib/domain/page-paths.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { shorten } from '#lib/text/shorten.ts'
import { type ActionNotice, declareActions, declareAttachmentActions, deletion, type SentenceParts } from './action.ts'

export const changeActions = declareActions('change', {
  create: { sentence: ({ record }) => ['recorded ', record()] },
  delete: deletion,
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
  held: {
    sentence: ({ record, quoted }) => ['put ', record(), ' on legal hold', quoted('held_because')],
  },
  released: {
    sentence: ({ record, quoted }) => ['released ', record(), ' from its legal hold', quoted('released_because')],
    follows: ['held_because'],
  },
  lesson_marked: {
    sentence: ({ record, other, recorded, to }) => [
      to('lesson_mark').length > 0 ? 'marked ' : 'withdrew the mark of ',
      other('article', String(recorded('lesson'))),
      to('lesson_mark', ' as '),
      ' for ',
      record(),
    ],
    follows: ['lesson'],
  },
  measures_stated: {
    sentence: ({ record }) => ['stated the measures of ', record()],
    follows: [],
  },
  measure_read: {
    sentence: ({ record, to }) => ['recorded a reading', to('reading', ' ('), ') for ', record()],
    follows: ['reading_source', 'taken_at'],
  },
  found_unauthorized: {
    sentence: ({ record }) => ['found that ', record(), ' was not authorized'],
    follows: ['is_unauthorized', 'state'],
  },
})

export const incidentActions = declareActions('incident', {
  delete: deletion,
  cause_confirmed: {
    sentence: (parts) => ['confirmed that ', describeCause(parts), ' caused ', parts.record()],
    follows: ['caused_by_change'],
  },
  cause_withdrawn: {
    sentence: (parts) => ['no longer confirms that ', describeCause(parts), ' caused ', parts.record()],
    follows: ['caused_by_change'],
  },
})

const describeCause = ({ other, recorded }: SentenceParts) => other('change', String(recorded('caused_by_change')))

export const articleActions = declareActions('article', {
  delete: deletion,
  create: {
    sentence: ({ record, recorded }) => {
      const metadata = recorded('metadata') as { readonly article_type?: unknown } | null
      return ['published ', record(metadata?.article_type === 'lesson' ? 'the lesson' : 'the article')]
    },
  },
})

/** Returns the review of a comment or question, by its reference. */
function linkReview({ recorded, name, other }: SentenceParts) {
  const reference = recorded('reference') ?? name
  return typeof reference === 'string' ? other('review', reference) : ['a review']
}

/** The review of a comment or question. */
type DiscussedReview = {
  readonly reference: string
  readonly reviewer: string | null
  readonly number: string
  readonly title: string
}
type CommentFacts = {
  readonly review: DiscussedReview
  readonly comment: { readonly id: string; readonly authorName: string; readonly body: string }
  readonly mentioned: readonly string[]
}

const noticeLength = 200

const toReaders = (
  { review, comment }: CommentFacts,
  { to, kind, did }: Pick<ActionNotice, 'to' | 'kind'> & { readonly did: string },
): ActionNotice => ({
  to,
  kind,
  title: `${comment.authorName} ${did} on ${review.reference}`,
  body: `${review.title}: “${shorten(comment.body, noticeLength)}”`,
  path: `${pagePaths.discussion(review.number)}#${comment.id}`,
})

const toMentioned = (facts: CommentFacts): ActionNotice => ({
  ...toReaders(facts, { to: facts.mentioned, kind: 'comment_mention', did: 'mentioned you' }),
  onceKey: `comment_mention:${facts.comment.id}`,
})

export const commentActions = declareActions('comment', {
  create: {
    sentence: (parts) => {
      const field = parts.to('field', 'the ')
      return ['commented on ', field, field.length > 0 ? ' in ' : '', linkReview(parts)]
    },
    /** Notifies the people mentioned, the reviewer, and everyone who commented before. */
    notifies: (facts: CommentFacts & { readonly earlier: readonly string[] }) => [
      toMentioned(facts),
      toReaders(facts, {
        to: [...facts.earlier, facts.review.reviewer].filter((email) => !facts.mentioned.includes(email ?? '')),
        kind: 'comment_added',
        did: 'commented',
      }),
    ],
  },
  update: {
    sentence: (parts) => ['edited a comment on ', linkReview(parts)],
    notifies: (facts: CommentFacts) => [toMentioned(facts)],
  },
  delete: { sentence: (parts) => ['deleted a comment on ', linkReview(parts)] },
  ...declareAttachmentActions((parts) => ['a comment on ', linkReview(parts)]),
})

type Question = {
  readonly id: string
  readonly requester: string
  readonly question: string
  readonly askedBy: string
  readonly askedByName: string
}

export const questionActions = declareActions('requester_question', {
  create: {
    sentence: (parts) => ['asked ', parts.to('requester'), ' about ', linkReview(parts), parts.quoted('question')],
    notifies: (facts: {
      readonly review: DiscussedReview
      readonly question: Question
      readonly isMailed: boolean
    }) => [
      {
        to: [facts.question.requester],
        kind: 'requester_asked',
        title: `${facts.question.askedByName} asks you about ${facts.review.number}, ${facts.review.title}`,
        body: `“${facts.question.question}”`,
        path: pagePaths.answer(facts.question.id),
        isMailed: facts.isMailed,
      },
    ],
  },
  update: { sentence: (parts) => ['changed a question about ', linkReview(parts)] },
  answered: {
    sentence: (parts) => ['replied to a question about ', linkReview(parts), parts.to('answer', ': ')],
    follows: ['answered_through'],
    notifies: (facts: {
      readonly review: DiscussedReview
      readonly question: Question
      readonly name: string
      readonly reply: string
      readonly remark: string
    }) => [
      {
        to: [facts.question.askedBy, facts.review.reviewer],
        kind: 'requester_answered',
        title: `${facts.name} replied on ${facts.review.reference}: ${facts.reply}`,
        body: facts.remark || `“${facts.question.question}”`,
        path: pagePaths.discussion(facts.review.number),
      },
    ],
  },
})

export const viewActions = declareActions('saved_view', {})
export const mappingActions = declareActions('import_mapping', {})
export const userActions = declareActions('user', {})
export const productActions = declareActions('product', {})

export const importActions = declareActions('import', {
  create: {
    sentence: ({ recorded }) => {
      const kind = recorded('records') ?? 'records'
      const rows = recorded('rows')
      const file = recorded('file')
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

export const connectionActions = declareActions('connection', {
  event_retried: { sentence: ({ record }) => ['retried an event of ', record()] },
  write_decided: { sentence: ({ record }) => ['decided about a write of ', record()] },
})

type Stopped = {
  readonly id: string
  readonly name: string
  readonly admins: readonly string[]
  readonly reason: string
}

const toAdmins = ({ id, admins, reason }: Stopped, title: string): readonly ActionNotice[] => [
  { to: admins, kind: 'webhook_stopped', title, body: reason, path: webhookPaths.one(id) },
]

export const webhookActions = declareActions('webhook', {
  secret_made: {
    sentence: ({ record }) => ['made a new secret for ', record()],
    follows: ['secret', 'previous_secret_until'],
  },
  switched_on: { sentence: ({ record }) => ['switched on ', record()], follows: ['state'] },
  switched_off: { sentence: ({ record }) => ['switched off ', record()], follows: ['state'] },
  /** No delivery has succeeded for three days. */
  paused: {
    sentence: ({ record }) => ['paused ', record(), ', because nothing was delivered for three days'],
    follows: ['state'],
    notifies: (facts: Stopped) => toAdmins(facts, `The webhook ${facts.name} is paused`),
  },
  /** The receiver answers 410 Gone. */
  disabled: {
    sentence: ({ record }) => ['disabled ', record(), ', because its receiver is gone'],
    follows: ['state'],
    notifies: (facts: Stopped) => toAdmins(facts, `The webhook ${facts.name} is disabled`),
  },
  tested: { sentence: ({ record }) => ['tested ', record()], follows: ['delivered'] },
  replayed: {
    sentence: ({ record, recorded }) => {
      const count = Number(recorded('replayed'))
      return [`queued ${count === 1 ? 'a delivery' : `${groupDigits(count)} deliveries`} of `, record(), ' again']
    },
    follows: ['replayed'],
  },
})

export const ledgerActions = declareActions('ledger', {
  salts_deleted: {
    sentence: ({ to }) => ['deleted the salts of leaves of the ledger', to('leaves', ': ')],
    follows: ['leaves'],
  },
})
