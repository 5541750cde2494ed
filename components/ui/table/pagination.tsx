import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { getButtonClass } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { groupDigits } from '#lib/text/grouped.ts'

type Noun = readonly [singular: string, plural: string]

type PaginationProps = {
  page: number
  pageSize: number
  total: number
  hrefFor: (page: number) => string
  /** Noun of the counted records: `['change', 'changes']`. */
  noun: Noun
}

export function Pagination({ page, pageSize, total, hrefFor, noun }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <p aria-live="polite" className="text-muted tabular-nums">
        {describePage(page, pageSize, total, noun)}
      </p>
      {last > 1 ? (
        <ul className="flex items-center gap-0.5">
          <li>
            <StepLink label="Previous page" href={page > 1 ? hrefFor(Math.min(page - 1, last)) : undefined} rel="prev">
              <ChevronLeft />
            </StepLink>
          </li>
          {listPageNumbers(page, last).map((number, index, all) =>
            number === null ? (
              <li
                key={`after ${all[index - 1]}`}
                aria-hidden="true"
                className="w-6 text-center text-muted max-sm:hidden"
              >
                …
              </li>
            ) : (
              <li key={number} className={number === page ? '' : 'max-sm:hidden'}>
                <Link
                  href={hrefFor(number)}
                  aria-label={`Page ${groupDigits(number)}`}
                  aria-current={number === page ? 'page' : undefined}
                  className={cx(
                    'grid h-8 min-w-8 place-items-center rounded-md px-1.5 font-medium tabular-nums',
                    number === page ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-ink/7 hover:text-ink',
                  )}
                >
                  {groupDigits(number)}
                </Link>
              </li>
            ),
          )}
          <li>
            <StepLink label="Next page" href={page < last ? hrefFor(page + 1) : undefined} rel="next">
              <ChevronRight />
            </StepLink>
          </li>
        </ul>
      ) : null}
    </nav>
  )
}

/** Describes the position, such as `1–50 of 1,204 changes` or `1 change`. Says so if the page is past the end. */
export function describePage(page: number, pageSize: number, total: number, [singular, plural]: Noun): string {
  const all = `${groupDigits(total)} ${total === 1 ? singular : plural}`
  if (total === 0) return `No ${plural}`
  if (total === 1 && page === 1) return all
  const first = (page - 1) * pageSize + 1
  if (first > total) return `Past the end of ${all}`
  return `${groupDigits(first)}–${groupDigits(Math.min(page * pageSize, total))} of ${all}`
}

type StepLinkProps = { label: string; href: string | undefined; rel: string; children: ReactNode }

function StepLink({ label, href, rel, children }: StepLinkProps) {
  const className = getButtonClass('ghost', 'md', '', 'square')
  if (href === undefined) {
    return (
      <span aria-hidden="true" className={cx(className, 'opacity-40')}>
        {children}
      </span>
    )
  }
  return (
    <Tooltip text={label}>
      <Link href={href} rel={rel} aria-label={label} className={className}>
        {children}
      </Link>
    </Tooltip>
  )
}

/** The first, the last and the neighbours of the current page, with null for a gap of more than one page. */
function listPageNumbers(page: number, last: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last)
  const sorted = [...new Set(shown)].toSorted((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? number - 1)
    if (gap === 2) return [number - 1, number]
    return gap > 2 ? [null, number] : [number]
  })
}
