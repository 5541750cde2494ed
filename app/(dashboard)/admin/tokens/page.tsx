import { KeyRound } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { NewToken } from '#components/admin/tokens/new-token.tsx'
import { describeTokenAccess, tokenSystemLabels } from '#components/admin/tokens/token-systems.ts'
import type { ListView } from '#components/list/list-view.ts'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import { type ApiToken, listApiTokens } from '#lib/contracts/app/api-tokens.ts'
import { type TokenState, tokenStates } from '#lib/contracts/app/values.ts'
import { revokeApiToken } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as tokens from '#server/platform/auth/token-queries.ts'

type TokenRow = ApiToken & { state: TokenState }

/** The tokens, newest first. */
const tokenView: ListView<TokenRow> = {
  path: pagePaths.tokens,
  noun: ['token', 'tokens'],
  title: 'API tokens',
  description: 'Credentials for other systems that call the API. Each token is for one API and is shown only once.',
  key: 'id',
  pageSize: 50,
  columns: [
    {
      id: 'name',
      label: 'Name',
      isPrimary: true,
      cell: ({ name, hint }) => (
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere sm:min-w-32">{name}</span>
          <code className="block font-mono text-xs break-all text-muted">{hint}…</code>
        </span>
      ),
    },
    {
      id: 'api',
      label: 'API',
      cell: ({ system }) => <span title={tokenSystemLabels[system].reach}>{system}</span>,
    },
    { id: 'access', label: 'Access', cell: describeTokenAccess },
    {
      id: 'created',
      label: 'Created',
      className: 'sm:max-lg:hidden',
      cell: ({ created_at: at, created_by: by }) => (
        <span>
          <DateTime value={at} precision="day" />
          <span className="block text-xs wrap-anywhere text-muted">by {by}</span>
        </span>
      ),
    },
    {
      id: 'last_used',
      label: 'Last used',
      className: 'sm:max-lg:hidden',
      cell: ({ last_used_at: at }) => <RelativeTime value={at} fallback="Never" />,
    },
    {
      id: 'expires',
      label: 'Expires',
      cell: ({ expires_at: at }) => <DateTime value={at} precision="day" fallback="Never" />,
    },
    { id: 'state', label: 'State', cell: (token) => <TokenStateBadge {...token} /> },
    {
      id: 'actions',
      label: 'Actions',
      hidesLabel: true,
      align: 'end',
      cell: (token) => (token.state === 'active' ? <RevokeToken {...token} /> : null),
    },
  ],
  empty: {
    icon: KeyRound,
    text: 'A token lets another system call the API. Create one for each use, so that you can revoke them separately.',
  },
}

const stateLabels: Readonly<Record<TokenState, string>> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' }

function TokenStateBadge({ state, revoked_at: at }: TokenRow) {
  if (state === 'active') return <StatusBadge tone="success">Active</StatusBadge>
  return (
    <span className="inline-flex flex-col items-start gap-0.5 max-sm:flex-row max-sm:flex-wrap">
      <StatusBadge hollow>{stateLabels[state]}</StatusBadge>
      {state === 'revoked' ? <RelativeTime value={at} /> : null}
    </span>
  )
}

const RevokeToken = ({ id, name }: TokenRow) => (
  <WriteButton
    size="sm"
    route={revokeApiToken}
    input={{ params: { id } }}
    confirm={{
      title: `Revoke the token “${name}”?`,
      description: 'Its requests are rejected within 5 seconds. This cannot be undone.',
      confirmLabel: 'Revoke',
      danger: true,
    }}
    done={`Token “${name}” revoked`}
    aria-label={`Revoke ${name}`}
  >
    Revoke
  </WriteButton>
)

type StateChipsProps = { chosen: TokenState | undefined; counts: Readonly<Record<TokenState, number>> }

/** Filters the tokens by their state. */
function StateChips({ chosen, counts }: StateChipsProps) {
  const total = tokenStates.reduce((sum, known) => sum + counts[known], 0)
  if (total === 0) return null
  return (
    <nav aria-label="State" className="mb-3 flex flex-wrap gap-2">
      {[undefined, ...tokenStates].map((state) => (
        <ToggleChip
          key={state ?? 'all'}
          href={buildHref(pagePaths.tokens, {}, { state })}
          isOn={state === chosen}
          count={state ? counts[state] : total}
        >
          {state ? stateLabels[state] : 'All'}
        </ToggleChip>
      ))}
    </nav>
  )
}

export const metadata = { title: tokenView.title }

export default createListPage(
  tokenView,
  listApiTokens,
  async (ctx, query) => {
    const { rows, ...page } = await tokens.listApiTokens(ctx, query)
    return { ...page, rows: rows.map((token) => ({ ...token, state: getTokenState(token, ctx.now.getTime()) })) }
  },
  {
    tabs: ({ actor }) => <AdminTabs role={actor.role} current={pagePaths.tokens} />,
    actions: () => <NewToken />,
    filters: ({ query, page }) => page && <StateChips chosen={query.state} counts={page.counts} />,
  },
)

/** Returns the state of a token at `now`, in milliseconds. */
function getTokenState({ expires_at, revoked_at }: ApiToken, now: number): TokenState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active'
}
