'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { useNow } from '#components/ui/clock.tsx'
import { type DataColumn, DataTable } from '#components/ui/data-table.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { PastEnd } from '#components/ui/past-end.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith } from '#lib/api/page-query.ts'
import { type TokenState, tokenStates } from '#lib/contracts/app/account-values.ts'
import { type ApiToken, listApiTokens } from '#lib/contracts/app/api-tokens.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { RevokeToken } from './revoke-token.tsx'
import { tokenStateOf } from './token-state.ts'
import { tokenAccessInWords, tokenSystemsInWords } from './token-systems.ts'

type TokenQuery = QueryOf<typeof listApiTokens>
type TokenPage = ResponseOf<typeof listApiTokens>

/** The tokens in the state selected by the address, newest first. */
export function TokenTable({ query }: { query: TokenQuery }) {
  const tokens = useQuery(endpointQuery(listApiTokens, { query }))
  return (
    <QueryStates
      query={tokens}
      failure="The tokens could not be loaded"
      skeleton={<TableSkeleton columns={columns.slice(0, -1).map(({ label }) => label)} />}
    >
      {(page) => <Tokens page={page} query={query} />}
    </QueryStates>
  )
}

function Tokens({ page: { result, total_count: total, counts }, query }: { page: TokenPage; query: TokenQuery }) {
  const now = useNow()
  const [revoking, setRevoking] = useState<ApiToken | null>(null)
  const entries = result.map((token) => ({ token, state: tokenStateOf(token, now) }))
  return (
    <div className="flex flex-col gap-3">
      <StateChips state={query.state} counts={counts} />
      {entries.length === 0 ? (
        <NoTokens state={query.state} total={total} />
      ) : (
        <DataTable
          label="API tokens"
          height="viewport"
          columns={columns}
          rows={entries}
          rowKey={({ token }) => token.id}
          extra={{ onRevoke: setRevoking }}
        />
      )}
      <Pagination
        page={query.page}
        pageSize={query.limit}
        total={total}
        hrefFor={(page) => addressWith(pagePaths.tokens, query, { page }, listApiTokens.query)}
        noun="tokens"
      />
      {revoking ? <RevokeToken token={revoking} onClose={() => setRevoking(null)} /> : null}
    </div>
  )
}

function StateChips({ state, counts }: { state: TokenState | undefined; counts: TokenPage['counts'] }) {
  const total = tokenStates.reduce((sum, known) => sum + counts[known], 0)
  if (total === 0) return null
  return (
    <nav aria-label="State" className="flex flex-wrap gap-2">
      <ToggleChip href={pagePaths.tokens} isOn={state === undefined} count={total}>
        All
      </ToggleChip>
      {tokenStates.map((known) => (
        <ToggleChip
          key={known}
          href={addressWith(pagePaths.tokens, {}, { state: known })}
          isOn={state === known}
          count={counts[known]}
        >
          {stateLabels[known]}
        </ToggleChip>
      ))}
    </nav>
  )
}

const stateLabels: Readonly<Record<TokenState, string>> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' }

type Entry = { token: ApiToken; state: TokenState }
type Actions = { onRevoke: (token: ApiToken) => void }

const columns: readonly DataColumn<Entry, Actions>[] = [
  {
    label: 'Name',
    isPrimary: true,
    cell: ({ token: { name, hint } }) => (
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <code className="block font-mono text-xs text-muted max-sm:break-all sm:whitespace-nowrap">{hint}…</code>
      </span>
    ),
  },
  {
    label: 'API',
    cell: ({ token: { system } }) => <span data-tooltip={tokenSystemsInWords[system].reach}>{system}</span>,
  },
  { label: 'Access', cellClass: 'sm:whitespace-nowrap', cell: ({ token }) => tokenAccessInWords(token) },
  {
    label: 'Created',
    cell: ({ token: { created_at: at, created_by: by } }) => (
      <span>
        <DateTime value={at} precision="day" />
        <span className="block text-xs text-muted">by {by}</span>
      </span>
    ),
  },
  {
    label: 'Last used',
    cell: ({ token: { last_used_at: at } }) => <RelativeTime value={at} fallback="Never" />,
  },
  {
    label: 'Expires',
    cell: ({ token: { expires_at: at } }) => <DateTime value={at} precision="day" fallback="Never" />,
  },
  { label: 'State', cell: (entry) => <TokenStateBadge {...entry} /> },
  {
    label: 'Actions',
    hidesLabel: true,
    align: 'end',
    cell: ({ token, state }, { onRevoke }) =>
      state === 'active' ? (
        <Button size="sm" onClick={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      ) : null,
  },
]

function TokenStateBadge({ token, state }: Entry) {
  if (state === 'active') return <StatusBadge tone="success">Active</StatusBadge>
  return (
    <span className="inline-flex items-center gap-1.5 max-sm:flex-wrap">
      <StatusBadge hollow>{stateLabels[state]}</StatusBadge>
      {state === 'revoked' ? <RelativeTime value={token.revoked_at} /> : null}
    </span>
  )
}

function NoTokens({ state, total }: { state: TokenState | undefined; total: number }) {
  if (total > 0) return <PastEnd firstHref={pagePaths.tokens} />
  if (state !== undefined) {
    return (
      <EmptyState
        icon={KeyRound}
        title={`No ${state} tokens`}
        action={<ButtonLink href={pagePaths.tokens}>Show all tokens</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState icon={KeyRound} title="No tokens yet">
      A token lets another system call the API. Create one for each use, so that you can revoke them separately.
    </EmptyState>
  )
}
