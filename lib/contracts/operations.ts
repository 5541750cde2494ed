import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { wholeNumber } from './primitives.ts'

const anyone = endpointsFor('Operations', 'public', '')
const readers = endpointsFor('Operations', { system: 'any', scope: 'read' }, '')

export const getHealth = anyone.get('getHealth', '/api/health', {
  summary: 'Whether the process is alive',
  response: z.object({ status: z.literal('alive') }),
  examples: { response: { status: 'alive' } },
})

export const getReadiness = anyone.get('getReadiness', '/api/ready', {
  summary: 'Whether requests can be served: database reachable and migrated, process not shutting down',
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
  examples: { response: { status: 'ready' } },
})

export const getMetrics = readers.get('getMetrics', '/api/metrics', {
  summary: 'Metrics in the text format of Prometheus',
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  examples: {
    response: [
      '# HELP hindsight_database_connections Connections of the database pool by state',
      '# TYPE hindsight_database_connections gauge',
      'hindsight_database_connections{state="idle"} 3',
    ].join('\n'),
  },
})

export const getOpenApi = anyone.get('getOpenApi', '/api/openapi.json', {
  summary: 'This document',
  response: z.record(z.string(), z.unknown()),
  examples: { response: { openapi: '3.1.1', info: { title: 'Hindsight API', version: '1.0.0' }, paths: {} } },
})

export const getTokenOpenApi = anyone.get('getTokenOpenApi', '/api/openapi-tokens.json', {
  summary: 'The part of this document for tokens, to generate a client from',
  description:
    'Users, products, changes, incidents, improvements, events and articles, without the API of the pages. ' +
    'Its responses may have fields that it does not name, so a client generated from it accepts those of later releases.',
  response: z.record(z.string(), z.unknown()),
  examples: {
    response: { openapi: '3.1.1', info: { title: 'Hindsight API for tokens', version: '1.0.0' }, paths: {} },
  },
})

/** Plain text for verifiers. It reveals no record and no person, so it needs no token. */
const verifiers = endpointsFor('Ledger', 'public', '/api/ledger/v1')
const text = { response: z.string(), responseType: 'text/plain; charset=utf-8' } as const

const Leaf = z.strictObject({ index: wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('Number of the leaf, from 0') })

const checkpoint =
  'pir.bank.example/ledger/7c9e6679\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n' +
  '— pir.bank.example/ledger/7c9e6679 Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n'
const hashLine = 'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n'

export const getCheckpoint = verifiers.get('getCheckpoint', '/checkpoint', {
  summary: 'Read the signed head of the ledger',
  description:
    'The number of leaves and the hash over all of them, signed (C2SP tlog-checkpoint). Every entry of the history and every version of a review is a leaf. Keep a checkpoint elsewhere: it shows later whether an earlier entry was changed.',
  ...text,
  errors: ['not_found'],
  examples: { response: checkpoint },
})

export const getLedgerKey = verifiers.get('getLedgerKey', '/key', {
  summary: 'Read the key that verifies checkpoints',
  description: 'The verifier key, `name+hash+key` (C2SP signed-note). Keep it with the first checkpoint.',
  ...text,
  errors: ['not_found'],
  examples: {
    response: 'pir.bank.example/ledger/7c9e6679+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k\n',
  },
})

export const getLeaf = verifiers.get('getLeaf', '/leaf', {
  summary: 'Read the bytes that are hashed as a leaf',
  description:
    'Kind, identifier and commitment of a record. The commitment is the HMAC-SHA-256 of its canonical JSON (RFC 8785); its key is a salt that only evidence packs contain.',
  ...text,
  query: Leaf,
  errors: ['not_found'],
  examples: {
    query: { index: '41' },
    response:
      'hindsight audit-entry/v1\nevt_01jdh3m8w5c2v7k9q4r6t8y0ab\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n',
  },
})

export const getLeafProof = verifiers.get('getLeafProof', '/proof', {
  summary: 'Prove that the ledger has a leaf',
  description: 'The hashes from the leaf to the root and the signed head (C2SP tlog-proof), to be checked offline.',
  ...text,
  query: Leaf,
  errors: ['not_found'],
  examples: {
    query: { index: '41' },
    response: `c2sp.org/tlog-proof@v1\nindex 41\n${hashLine}\n${checkpoint}`,
  },
})

export const getConsistency = verifiers.get('getConsistency', '/consistency', {
  summary: 'Prove that the ledger only grew',
  description:
    'The hashes that lead from the root of the first `from` leaves to that of the first `to`, one in each line (RFC 9162, section 2.1.4); none where both are the same.',
  ...text,
  query: z.strictObject({
    from: wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('Leaves of the earlier checkpoint'),
    to: wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('Leaves of the later checkpoint'),
  }),
  errors: ['not_found'],
  examples: { query: { from: '40', to: '42' }, response: hashLine },
})
