'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { usePathname } from 'next/navigation'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useState,
} from 'react'
import { Link } from '#components/ui/link.tsx'
import { upperFirst } from '#lib/text/first-letter.ts'
import { directory } from './nav-items.ts'

type Labels = Readonly<Record<string, string>>

const LabelsContext = createContext<readonly [Labels, Dispatch<SetStateAction<Labels>>]>([{}, () => {}])

export function BreadcrumbLabels({ children }: { children: ReactNode }) {
  return <LabelsContext value={useState<Labels>({})}>{children}</LabelsContext>
}

export const PathBreadcrumbs = () => <Breadcrumbs crumbs={listCrumbs(usePathname(), useContext(LabelsContext)[0])} />

/** Labels a page whose path ends in an identifier, such as `label="Ada Lovelace"` on `/users/12`. */
export function BreadcrumbLabel({ label, path }: { label: string; path?: string }) {
  const pathname = usePathname()
  const key = path ?? pathname
  const [, setLabels] = useContext(LabelsContext)
  useEffect(
    () => setLabels((before) => (before[key] === label ? before : { ...before, [key]: label })),
    [key, label, setLabels],
  )
  return null
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {crumbs.map((crumb, at) => {
          const isLast = at === crumbs.length - 1
          return (
            <li
              key={crumb.href ?? crumb.label}
              className={`flex min-w-0 items-center gap-1 ${at < crumbs.length - 2 ? 'max-sm:hidden' : ''} ${isLast ? '' : 'max-w-3/5 shrink-0'}`}
            >
              {isLast ? (
                <span aria-current="page" className="truncate font-medium">
                  {crumb.label}
                </span>
              ) : (
                <>
                  {crumb.href === undefined ? (
                    <span className="truncate px-0.5 text-muted max-sm:hidden">{crumb.label}</span>
                  ) : (
                    <Link
                      href={crumb.href}
                      className="block truncate rounded-sm px-0.5 leading-6 text-muted hover:text-ink hover:underline"
                    >
                      <ChevronLeft className="my-1 size-4 sm:hidden" />
                      <span className="max-sm:sr-only">{crumb.label}</span>
                    </Link>
                  )}
                  <ChevronRight className="size-3.5 shrink-0 text-muted max-sm:hidden" />
                </>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** A group of the navigation has no page, so its crumb has no `href`. */
type Crumb = { href?: string; label: string }

const inDirectory = ['users', 'products']

/** Labels of segments that are not words of their own. */
const segmentLabels = new Map([
  ['admin', 'Administration'],
  ['tokens', 'API tokens'],
  ['policy', 'Review policy'],
  ['setup', 'First steps'],
  ['sign-off', 'Sign-off'],
])

/** Returns the breadcrumbs of a path. `labels` names paths that end in an identifier. */
export function listCrumbs(path: string, labels: Readonly<Record<string, string>> = {}): Crumb[] {
  const segments = path.split('/').filter(Boolean)
  const crumbs = segments.map((segment, at) => {
    const href = `/${segments.slice(0, at + 1).join('/')}`
    return { href, label: labels[href] ?? segmentLabels.get(segment) ?? getSegmentLabel(segment) }
  })
  return inDirectory.includes(segments[0] ?? '') ? [{ label: directory }, ...crumbs] : crumbs
}

function getSegmentLabel(segment: string): string {
  const text = decode(segment)
  return /^[a-z]+(-[a-z]+)*$/.test(text) ? upperFirst(text.replaceAll('-', ' ')) : text
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
