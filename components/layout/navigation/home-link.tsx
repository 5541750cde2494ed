'use client'

import { useBrand } from '#components/layout/brand.tsx'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { Link } from '#components/ui/link.tsx'

/** Wordmark at the top of the navigation, linked to the start page. */
export function HomeLink() {
  const { name } = useBrand()
  return (
    <Link
      href="/"
      aria-label={`Hindsight${name === null ? '' : ` ${name}`}, start page`}
      className="flex h-12 shrink-0 items-center overflow-hidden px-3.5 focus-visible:-outline-offset-2"
    >
      <Wordmark />
    </Link>
  )
}
