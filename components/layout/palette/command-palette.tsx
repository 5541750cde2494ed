'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  BookOpenText,
  Box,
  ClipboardCheck,
  FileCheck,
  ListChecks,
  type LucideIcon,
  Siren,
  Tag,
  User,
} from 'lucide-react'
import { useTheme } from 'next-themes'
import { KeyCombination } from '#components/layout/shortcuts/key-combination.tsx'
import { useShortcutHelp } from '#components/layout/shortcuts/shortcuts.tsx'
import { useUser } from '#components/layout/user-context.tsx'
import { signOutFormId } from '#components/layout/user-menu-item.ts'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { printLabels } from '#lib/api/facets.ts'
import { buildHref } from '#lib/api/page-query.ts'
import { useValuesInUse, type ValuesInUse } from '#lib/api/use-values-in-use.ts'
import { searchAll } from '#lib/contracts/app/search.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import { reviewStatusLabels } from '#lib/review/labels.ts'
import { buildOpenReviewsQuery } from '#lib/review/worklists.ts'
import { shorten } from '#lib/text/shorten.ts'
import { filterPalette, listPaletteCommands, type PaletteGroup, type PaletteItem } from './palette-commands.ts'
import { type PaletteSearch, SearchRow, searchInputProps } from './palette-frame.tsx'

export function CommandPalette({ query, onQuery, go, onClose }: PaletteSearch) {
  const user = useUser()
  const { setTheme } = useTheme()
  const openHelp = useShortcutHelp()
  const results = usePaletteResults(query)
  const groups = user ? listPaletteCommands(user.role, { openHelp, setTheme, signOut }) : []
  const shownGroups = [...filterPalette(groups, query), ...results.groups.filter((group) => group.items.length > 0)]

  const choose = (item: PaletteItem) => {
    onClose()
    if (item.href === undefined) item.run()
    else go(item.href)
  }

  return (
    <Command label="Search and commands" shouldFilter={false} loop>
      <SearchRow>
        <Command.Input {...searchInputProps} value={query} onValueChange={onQuery} />
      </SearchRow>
      <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-1">
        {shownGroups.map((group) => (
          <Command.Group
            key={group.heading}
            heading={group.heading}
            className="[&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-muted"
          >
            {group.items.map((item) => (
              <PaletteRow key={item.href ?? item.label} item={item} onSelect={() => choose(item)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
        {statusText(results.state, shownGroups.length, query)}
      </p>
    </Command>
  )
}

function PaletteRow({ item, onSelect }: { item: PaletteItem; onSelect: () => void }) {
  const Icon = item.icon
  return (
    <Command.Item
      value={item.href ?? item.label}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-accent-soft"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 items-center gap-2.5 max-sm:flex-col max-sm:items-start max-sm:gap-0">
        <span className="max-w-full min-w-0 flex-1 truncate">{item.label}</span>
        {item.hint ? <span className="max-w-full shrink-0 truncate text-xs text-muted">{item.hint}</span> : null}
      </span>
      {item.keys ? <KeyCombination keys={item.keys} /> : null}
    </Command.Item>
  )
}

function signOut() {
  const form = document.getElementById(signOutFormId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

function statusText(state: 'idle' | 'searching' | 'failed', groupCount: number, query: string): string {
  if (state === 'searching') return 'Searching…'
  if (state === 'failed') return 'The search failed. Keep typing to try again.'
  return groupCount === 0 ? `Nothing found for “${query.trim()}”. Try a number, a name or fewer words.` : ''
}

type PaletteResults = { groups: readonly PaletteGroup[]; state: 'idle' | 'searching' | 'failed' }

const debounceMs = 150
const minQueryLength = 2
const maxLabels = 6

function usePaletteResults(query: string): PaletteResults {
  const words = query.trim()
  const values = useValuesInUse()
  const debouncedWords = useDebounced(words, debounceMs)
  const isSearchable = words.length >= minQueryLength
  const results = useQuery({
    queryKey: ['palette', debouncedWords],
    queryFn: ({ signal }) => searchRecords(debouncedWords, signal),
    enabled: isSearchable && debouncedWords.length >= minQueryLength,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (!isSearchable) return { groups: [], state: 'idle' }
  const isSearching = results.isFetching || debouncedWords !== words
  const labels = filterPalette(labelGroups(values), words).map((group) => ({
    ...group,
    items: group.items.slice(0, maxLabels),
  }))
  return {
    groups: [...(results.data ?? []), ...labels],
    state: isSearching ? 'searching' : results.isError ? 'failed' : 'idle',
  }
}

const record = (label: string, hint: string, icon: LucideIcon, href: string): PaletteItem => ({
  label,
  hint,
  icon,
  href,
})

const changesHref = (query: string) => buildHref(pagePaths.changes, { query }, {})

async function searchRecords(words: string, signal: AbortSignal): Promise<PaletteGroup[]> {
  const { data } = await callEndpoint(searchAll, { query: { q: shorten(words, 100, '') } }, { signal })
  return [
    {
      heading: 'Changes',
      items: data.changes.map(({ number, title, state }) =>
        record(title || number, `${number} · ${state}`, ClipboardCheck, pagePaths.change(number)),
      ),
    },
    {
      heading: 'Reviews',
      items: data.reviews.map(({ reference, status, change, title }) =>
        record(title || change, `${reference} · ${reviewStatusLabels[status]}`, FileCheck, pagePaths.review(change)),
      ),
    },
    {
      heading: 'Incidents',
      items: data.incidents.map(({ number, short_description: text, state, change }) => {
        const hint = [number, state.replace('_', ' '), ...(change === null ? [] : [change])].join(' · ')
        return record(text || number, hint, Siren, pagePaths.incident(number))
      }),
    },
    {
      heading: 'People',
      items: data.people.flatMap(({ id, name, email, open_reviews: count }) => {
        const openReviews = changesHref(buildOpenReviewsQuery(email))
        return [
          record(name, email, User, pagePaths.user(id)),
          ...(count > 0 ? [record(`Reviews of ${name}`, `${count} open`, ClipboardCheck, openReviews)] : []),
        ]
      }),
    },
    {
      heading: 'Improvements',
      items: data.improvements.map(({ id, title, status }) =>
        record(title, status.replace('_', ' '), ListChecks, pagePaths.improvement(id)),
      ),
    },
    {
      heading: 'Knowledge',
      items: data.articles.map(({ id, title }) => record(title, id, BookOpenText, pagePaths.article(id))),
    },
  ]
}

const labelGroups = ({ services = [], tags = [], technologies = [] }: Partial<ValuesInUse>): PaletteGroup[] => [
  {
    heading: 'Services',
    items: services.map((service) =>
      record(service, 'changes', Box, changesHref(`affected_services = ${printValue(service)}`)),
    ),
  },
  {
    heading: 'Labels of lessons',
    items: [...labelItems('tags', 'tag', tags), ...labelItems('technologies', 'technology', technologies)],
  },
]

const labelItems = (facet: string, hint: string, labels: readonly string[]) =>
  labels.map((label) => record(label, hint, Tag, buildHref(pagePaths.knowledge, {}, { [facet]: printLabels([label]) })))
