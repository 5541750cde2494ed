'use client'

import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'

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

function Mark(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" {...props}>
      <path d="M5.2 7.2A8.6 8.6 0 1 1 3.4 12" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M4.4 2.6v5.2h5.2" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="12" cy="12" r="3.1" fill="currentColor" />
    </svg>
  )
}

/** Name and logo of the organisation, which replace Hindsight's. */
export type Brand = { readonly name: string | null; readonly logo: string | null }

const BrandContext = createContext<Brand>({ name: null, logo: null })

export const BrandProvider = ({ brand, children }: { brand: Brand; children: ReactNode }) => (
  <BrandContext value={brand}>{children}</BrandContext>
)

export const useBrand = (): Brand => useContext(BrandContext)
