'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** Name and logo of the organisation, which replace Hindsight's. */
export type Brand = { readonly name: string | null; readonly logo: string | null }

const BrandContext = createContext<Brand>({ name: null, logo: null })

export const BrandProvider = ({ brand, children }: { brand: Brand; children: ReactNode }) => (
  <BrandContext value={brand}>{children}</BrandContext>
)

export const useBrand = (): Brand => useContext(BrandContext)
