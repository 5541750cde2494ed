import { declareActions } from './action.ts'

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
