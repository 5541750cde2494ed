'use client'

import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { listCrumbs } from './crumbs.ts'

type Labels = Readonly<Record<string, string>>

const LabelsContext = createContext<Labels>({})
const SetLabelContext = createContext<(path: string, label: string) => void>(() => {})

export function BreadcrumbLabels({ children }: { children: ReactNode }) {
  const [labels, setLabels] = useState<Labels>({})
  const [setLabel] = useState(() => (path: string, label: string) => {
    setLabels((before) => (before[path] === label ? before : { ...before, [path]: label }))
  })
  return (
    <SetLabelContext value={setLabel}>
      <LabelsContext value={labels}>{children}</LabelsContext>
    </SetLabelContext>
  )
}

/** The breadcrumbs of the header, derived from the URL. */
export function PathBreadcrumbs() {
  return <Breadcrumbs crumbs={listCrumbs(usePathname(), useContext(LabelsContext))} />
}

/** Labels a page whose path ends in an identifier, such as `label="Ada Lovelace"` on `/users/12`. */
export function BreadcrumbLabel({ label, path }: { label: string; path?: string }) {
  const pathname = usePathname()
  const setLabel = useContext(SetLabelContext)
  useEffect(() => setLabel(path ?? pathname, label), [path, pathname, label, setLabel])
  return null
}
