import { BookOpenText, ClipboardCheck, ListChecks, User } from 'lucide-react'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { searchAll } from '#lib/contracts/app/finding.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { PaletteGroup } from './palette-filter.ts'

/** Records that hold the words, as groups of the command palette. Throws `ApiError`. */
export async function searchRecords(words: string, signal: AbortSignal): Promise<PaletteGroup[]> {
  const { data } = await callEndpoint(searchAll, { query: { q: words.slice(0, 100) } }, { signal })
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
      heading: 'People',
      items: data.people.map(({ id, name, email }) => ({
        id: `person ${id}`,
        label: name,
        hint: email,
        icon: User,
        href: pagePaths.user(id),
      })),
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
        icon: BookOpenText,
        href: pagePaths.article(id),
      })),
    },
  ]
}
