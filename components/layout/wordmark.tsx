'use client'

import { useBrand } from './brand.tsx'
import { Mark } from './mark.tsx'

/** Mark and name of Hindsight, or logo and name of the organisation. */
export function Wordmark() {
  const { name, logo } = useBrand()
  return (
    <span className="flex min-w-0 items-center gap-2 text-ink">
      {logo === null ? (
        <Mark className="size-6 shrink-0 text-accent" />
      ) : (
        // biome-ignore lint/performance/noImgElement: a data URL
        <img src={logo} alt="" width={24} height={24} className="size-6 shrink-0 object-contain" />
      )}
      <span className="min-w-0 leading-tight in-data-[nav=rail]:hidden">
        <span className="block text-md font-semibold tracking-tight">Hindsight</span>
        {name === null ? null : (
          <>
            {/* Separates the words for screen readers. */}{' '}
            <span className="block truncate text-xs text-muted">{name}</span>
          </>
        )}
      </span>
    </span>
  )
}
