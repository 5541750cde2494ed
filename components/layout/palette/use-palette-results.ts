'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpenText, Box, ClipboardCheck, FileCheck, ListChecks, Siren, Tag, User } from 'lucide-react'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { printLabels } from '#lib/api/facets.ts'
import { useValuesInUse, type ValuesInUse } from '#lib/api/use-values-in-use.ts'
import { searchAll } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { reviewStatusLabels } from '#lib/domain/review/review-labels.ts'
import { printValue } from '#lib/filter/print.ts'
import { shorten } from '#lib/text/shorten.ts'
import { filterPalette, type PaletteGroup } from './palette-filter.ts'

type PaletteResults = { groups: readonly PaletteGroup[]; state: 'idle' | 'searching' | 'failed' }

const debounceMs = 150
const minQueryLength = 2
const maxLabels = 6

/** Searches for records that match the typed words, debounced. */
export function usePaletteResults(query: string): PaletteResults {
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

/** Searches for records, and returns them as groups of the command palette. Throws `ApiError`. */
async function searchRecords(words: string, signal: AbortSignal): Promise<PaletteGroup[]> {
  const { data } = await callEndpoint(searchAll, { query: { q: shorten(words, 100, '') } }, { signal })
  return [
    {
      heading: 'Changes',
      items: data.changes.map(({ number, title, state }) => ({
        id: `change ${number}`,
        label: title || number,
        hint: `${number} · ${state}`,
        icon: ClipboardCheck,
        href: pagePaths.change(number),
      })),
    },
    {
      heading: 'Reviews',
      items: data.reviews.map(({ reference, status, change, title }) => ({
        id: `review ${reference}`,
        label: title || change,
        hint: `${reference} · ${reviewStatusLabels[status]}`,
        icon: FileCheck,
        href: pagePaths.review(change),
      })),
    },
    {
      heading: 'Incidents',
      items: data.incidents.map(({ number, short_description: text, state, change }) => ({
        id: `incident ${number}`,
        label: text || number,
        hint: [number, state.replace('_', ' '), ...(change === null ? [] : [change])].join(' · '),
        icon: Siren,
        href: pagePaths.incident(number),
      })),
    },
    {
      heading: 'People',
      items: data.people.flatMap(({ id, name, email, open_reviews: count }) => [
        { id: `person ${id}`, label: name, hint: email, icon: User, href: pagePaths.user(id) },
        ...(count > 0
          ? [
              {
                id: `reviews ${id}`,
                label: `Reviews of ${name}`,
                hint: `${count} open`,
                icon: ClipboardCheck,
                href: buildReviewSearch(email),
              },
            ]
          : []),
      ]),
    },
    {
      heading: 'Improvements',
      items: data.improvements.map(({ id, title, status }) => ({
        id: `improvement ${id}`,
        label: title,
        hint: status.replace('_', ' '),
        icon: ListChecks,
        href: pagePaths.improvement(id),
      })),
    },
    {
      heading: 'Knowledge',
      items: data.articles.map(({ id, title }) => ({
        id: `article ${id}`,
        label: title,
        hint: id,
        icon: BookOpenText,
        href: pagePaths.article(id),
      })),
    },
  ]
}

/** Returns links to the changes of a service and to the lessons with a label. */
const labelGroups = ({ services = [], tags = [], technologies = [] }: Partial<ValuesInUse>): PaletteGroup[] => [
  {
    heading: 'Services',
    items: services.map((service) => ({
      id: `service ${service}`,
      label: service,
      hint: 'changes',
      icon: Box,
      href: `${pagePaths.changes}?${new URLSearchParams({ query: `affected_services = ${printValue(service)}` })}`,
    })),
  },
  {
    heading: 'Labels of lessons',
    items: [...labelItems('tags', tags), ...labelItems('technologies', technologies)],
  },
]

const labelItems = (facet: 'tags' | 'technologies', labels: readonly string[]) =>
  labels.map((label) => ({
    id: `${facet} ${label}`,
    label,
    hint: facet === 'tags' ? 'tag' : 'technology',
    icon: Tag,
    href: `${pagePaths.knowledge}?${new URLSearchParams({ [facet]: printLabels([label]) ?? '' })}`,
  }))

/** Builds the search for open reviews assigned to a person. */
const buildReviewSearch = (email: string) =>
  `${pagePaths.changes}?${new URLSearchParams({ query: `reviewer = ${printValue(email)} AND review_status != completed` })}`
