import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import type { Crumb } from './crumbs.ts'

/** The path to this page; a phone shows its last part, and an arrow to the part before it. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
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
                      <ChevronLeft aria-hidden="true" className="my-1 size-4 sm:hidden" />
                      <span className="max-sm:sr-only">{crumb.label}</span>
                    </Link>
                  )}
                  <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-muted max-sm:hidden" />
                </>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
