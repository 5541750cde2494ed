'use client'

import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { crumbsForPath } from './crumbs.ts'

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

/** The breadcrumbs of the header, told from the address. */
export function PathBreadcrumbs() {
  return <Breadcrumbs crumbs={crumbsForPath(usePathname(), useContext(LabelsContext))} />
}

/** Names a page whose address ends in a bare identifier: put it on the page of user 12 with `label="Ada Lovelace"`. */
export function BreadcrumbLabel({ label, path }: { label: string; path?: string }) {
  const here = usePathname()
  const setLabel = useContext(SetLabelContext)
  useEffect(() => setLabel(path ?? here, label), [path, here, label, setLabel])
  return null
}
