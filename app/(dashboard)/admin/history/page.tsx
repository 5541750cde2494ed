import { History } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { HistoryFilters } from '#components/admin/history/history-filters.tsx'
import { historyPlace } from '#components/admin/history/history-place.ts'
import { EventDisclosure } from '#components/history/event-disclosure.tsx'
import { Pieces, ShortChanges } from '#components/history/event-sentence.tsx'
import { describeEvent } from '#components/history/event-sentences.ts'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { Person } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { type HistoryEvent, listHistory } from '#lib/contracts/app/history.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as history from '#server/history/queries.ts'

const actorKinds: Readonly<Record<string, string>> = { token: 'API token', system: 'System' }

/** An entry of the history, with the viewer's rights. */
type HistoryRow = HistoryEvent & { isAdmin: boolean }

/** The entries as sentences, newest first; each expands to the fields as recorded. */
const historyView: ListView<HistoryRow> = {
  ...historyPlace,
  title: 'History',
  description: 'Audit log: who changed what, and when. It cannot be edited.',
  key: 'id',
  columns: [
    timeColumn('at', { id: 'when', label: 'When', cellClass: 'align-top tabular-nums', precision: 'second' }),
    {
      id: 'who',
      label: 'Who',
      fields: ['actor_name', 'actor_kind'],
      cellClass: 'align-top',
      cell: (event) => <Actor event={event} />,
    },
    {
      id: 'what',
      label: 'What',
      fields: ['action', 'entity_type', 'entity_id', 'changes'],
      isPrimary: true,
      cellClass: 'w-full align-top',
      cell: (event) => <Sentence event={event} />,
    },
  ],
  empty: { icon: History },
}

function Actor({ event: { actor_kind: kind, actor_name: name, names } }: { event: HistoryRow }) {
  const actor = names[name] ?? name
  const kindLabel = actorKinds[kind]
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
      {kindLabel ? actor : <Person name={actor} />}
      {kindLabel ? <Badge>{kindLabel}</Badge> : null}
    </span>
  )
}

function Sentence({ event }: { event: HistoryRow }) {
  const { sentence, fields } = describeEvent(event, event)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <p className="break-words first-letter:uppercase">
        <Pieces pieces={sentence} />
      </p>
      <ShortChanges fields={fields} />
      <EventDisclosure events={[event]} hasLinks />
    </div>
  )
}

export const metadata = { title: historyView.title }

export default createListPage(
  historyView,
  listHistory,
  async (ctx, query) => {
    const { from, to } = query
    if (from && to && Date.parse(from) > Date.parse(to)) return { rows: [], total: 0 }
    const { rows, total } = await history.listHistory(ctx, query)
    return { rows: rows.map((event) => ({ ...event, isAdmin: ctx.actor.role === 'admin' })), total }
  },
  {
    tabs: ({ actor }) => <AdminTabs role={actor.role} current={pagePaths.history} />,
    filters: ({ query }) => <HistoryFilters query={query} />,
    // Entries that are written during a download do not shift its pages.
    exported: ({ now }, query) => ({ ...query, to: query.to ?? now.toISOString() }),
  },
)
