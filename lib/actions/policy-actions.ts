import { declareActions } from './action.ts'

export const policyActions = declareActions('policy', {
  reordered: { sentence: ({ record }) => ['changed ', record()] },
  standard_rule: { sentence: () => ['changed when a decision on a change model is proposed'] },
  second_looks: { sentence: () => ['changed after how many days results are looked at again'] },
})

export const ruleActions = declareActions('policy_rule', {
  switched_on: { sentence: ({ record }) => ['switched on ', record()], follows: ['is_active'] },
  switched_off: { sentence: ({ record }) => ['switched off ', record()], follows: ['is_active'] },
  /** A second manager confirms that a former version no longer counts for work that began before. */
  end_confirmed: {
    sentence: ({ record, quoted }) => [
      'confirmed that a former version of ',
      record(),
      ' no longer counts',
      quoted('confirm_reason'),
    ],
    follows: ['confirmed_end'],
  },
})

export const decisionActions = declareActions('policy_decision', {
  create: {
    /** The recorded decision is gone once retention has deleted the change. */
    sentence: ({ record, recorded, to }) => {
      const isOwed = recorded('is_owed')
      if (typeof isOwed !== 'boolean') return ['decided whether ', record(), ' needs a review']
      return ['decided that ', record(), isOwed ? ' needs a review' : ' needs no review', to('reasons', ': ')]
    },
  },
  /** The policy found reasons that appeared after its decision. */
  update: {
    sentence: ({ record, to }) => ['decided again that ', record(), ' needs a review', to('reasons', ': ')],
    follows: ['is_owed', 'is_sampled', 'due_on', 'assignee', 'assigned_through', 'decided_at'],
  },
})

export const groupActions = declareActions('reviewer_group', {})

export const serviceReviewerActions = declareActions('service_reviewer', {
  create: { sentence: ({ record, to }) => ['made ', to('reviewer'), ' the reviewer of ', record()] },
  update: { sentence: ({ record, to }) => ['made ', to('reviewer'), ' the reviewer of ', record()] },
  delete: { sentence: ({ record }) => ['removed the reviewer of ', record()] },
})

const holiday = (name: unknown) => (typeof name === 'string' && name !== '' ? ` (${name})` : '')

export const holidayActions = declareActions('holiday', {
  create: { sentence: ({ to, recorded }) => ['added the holiday ', to('day'), holiday(recorded('name'))] },
  delete: { sentence: ({ from, recorded }) => ['removed the holiday ', from('day'), holiday(recorded('name'))] },
})

export const factorActions = declareActions('factor', {
  create: { sentence: ({ record }) => ['added ', record()] },
  delete: { sentence: ({ record }) => ['removed ', record()] },
})

export const checkActions = declareActions('review_check', {
  create: { sentence: ({ record }) => ['added ', record()] },
})

export const settingsActions = declareActions('settings', {
  update: { sentence: ({ record }) => ['changed ', record()] },
  confirmed_original: {
    sentence: ({ quoted }) => ['said that this is no copy but the real one', quoted('original_because')],
    follows: ['copied_at', 'original_because'],
  },
})

export const mailActions = declareActions('mail', {
  retried: { sentence: ({ recorded }) => [`tried the mail “${recorded('retried')}” again`], follows: ['retried'] },
})

export const auditActions = declareActions('audit', {
  drawn: {
    sentence: ({ record, recorded }) => [
      `drew ${recorded('drawn_count')} of ${recorded('population_count')} changes for `,
      record(),
    ],
    follows: ['drawn_count', 'population_count'],
  },
  noted: {
    sentence: ({ record, recorded, other, fields, to }) => [
      ...(fields.includes('state') ? ['marked '] : ['edited the notes on ']),
      other('change', String(recorded('change_number'))),
      to('state', ' as '),
      ' in ',
      record(),
    ],
    follows: ['change_number', 'state'],
  },
  counted: {
    sentence: ({ record, other, recorded }) => [
      `${recorded('source_count') === null ? 'got no count' : `counted ${recorded('source_count')} changes`} from `,
      other('connection', String(recorded('connection_id'))),
      ' for ',
      record(),
    ],
    follows: ['connection_id', 'source_count'],
  },
  packed: {
    sentence: ({ record, recorded }) => [
      'took the evidence pack of ',
      record(),
      `: its SHA256SUMS has the SHA-256 ${recorded('sums')}`,
    ],
    follows: ['sums'],
  },
  explained: {
    sentence: ({ record, recorded, quoted }) => [
      `explained the deployment ${recorded('deployment')} in `,
      record(),
      quoted('explanation'),
    ],
    follows: ['deployment'],
  },
})

export const controlActions = declareActions('control', {
  update: { sentence: ({ record }) => ['changed which changes show ', record()], follows: [] },
})

export const modelActions = declareActions('change_model', {
  decided: {
    sentence: ({ record, recorded, quoted }) => [
      recorded('decision') === 'standard'
        ? 'decided that changes are standard: '
        : 'decided that changes are not standard: ',
      record(),
      quoted('reason'),
    ],
    follows: ['reason', 'decision', 'owner', 'expires_on', 'figures_sha256'],
  },
  confirmed: {
    sentence: ({ record }) => ['confirmed the decision on ', record()],
    follows: ['confirmed_by', 'figures_sha256'],
  },
})

export const conclusionActions = declareActions('conclusion', {
  create: { sentence: ({ record }) => ['wrote ', record()], follows: ['figures_sha256'] },
  update: { sentence: ({ record }) => ['edited ', record()], follows: ['figures_sha256'] },
  signed: { sentence: ({ record }) => ['signed ', record()], follows: ['signed_by', 'text_sha256', 'figures_sha256'] },
})
